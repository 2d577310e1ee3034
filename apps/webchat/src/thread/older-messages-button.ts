import type { PageParts } from '../page.ts'

const LOAD_TEXT = 'Ver mensagens anteriores'
const LOADING_TEXT = 'Carregando…'
const FAILED_TEXT = 'Não deu para carregar. Tentar de novo'
/** Distance in pixels from the top at which scrolling up loads older messages. */
const NEAR_TOP_PX = 200

/**
 * Sets up the button that loads older messages. Scrolling up to the top loads them too.
 * @param load loads older messages and returns whether this succeeded
 * @returns `show`, which shows or hides the button
 */
export const createOlderMessagesButton = (
  { older, log, scroller }: Pick<PageParts, 'older' | 'log' | 'scroller'>,
  load: () => Promise<boolean>,
): { show(hasOlder: boolean): void } => {
  let busy = false
  const loadOlder = async () => {
    if (busy || older.hidden) return
    busy = true
    older.textContent = LOADING_TEXT
    // Prevents screen readers from announcing the older messages.
    log.setAttribute('aria-live', 'off')
    const hasLoaded = await load()
    older.textContent = hasLoaded ? LOAD_TEXT : FAILED_TEXT
    busy = false
    requestAnimationFrame(() => log.setAttribute('aria-live', 'polite'))
  }
  older.addEventListener('click', () => void loadOlder())
  let top = scroller.scrollTop
  scroller.addEventListener(
    'scroll',
    () => {
      const isScrollingUp = scroller.scrollTop < top
      top = scroller.scrollTop
      // Scrolling does not retry after a failure; only the button does.
      if (isScrollingUp && top < NEAR_TOP_PX && older.textContent === LOAD_TEXT) void loadOlder()
    },
    { passive: true },
  )
  return {
    show: (hasOlder) => {
      // Moves the focus to the message list if the focused button disappears.
      if (!hasOlder && document.activeElement === older) scroller.focus()
      older.hidden = !hasOlder
    },
  }
}
