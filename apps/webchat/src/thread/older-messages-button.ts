import type { PageParts } from '../page.ts'

const LOAD_TEXT = 'Ver mensagens anteriores'
const LOADING_TEXT = 'Carregando…'
const FAILED_TEXT = 'Não deu para carregar. Tentar de novo'
/** Distance in pixels from the top within which scrolling up loads older messages. */
const NEAR_TOP_PX = 200

/**
 * Controls the button that loads older messages. Scrolling up to the button loads them too. `load` returns whether loading succeeded.
 * @returns `show`, which shows or hides the button
 */
export const createOlderMessagesButton = (
  { older, log, scroller }: Pick<PageParts, 'older' | 'log' | 'scroller'>,
  load: () => Promise<boolean>,
): { show(isThere: boolean): void } => {
  let busy = false
  const run = async () => {
    if (busy || older.hidden) return
    busy = true
    older.textContent = LOADING_TEXT
    // Prevents screen readers from announcing the older messages.
    log.setAttribute('aria-live', 'off')
    const went = await load()
    older.textContent = went ? LOAD_TEXT : FAILED_TEXT
    busy = false
    requestAnimationFrame(() => log.setAttribute('aria-live', 'polite'))
  }
  older.addEventListener('click', () => void run())
  let top = scroller.scrollTop
  scroller.addEventListener(
    'scroll',
    () => {
      const goesUp = scroller.scrollTop < top
      top = scroller.scrollTop
      // After a failure, scrolling does not retry; only the button does.
      if (goesUp && top < NEAR_TOP_PX && older.textContent === LOAD_TEXT) void run()
    },
    { passive: true },
  )
  return {
    show: (isThere) => {
      // If the focused button disappears, the focus moves to the message list.
      if (!isThere && document.activeElement === older) scroller.focus()
      older.hidden = !isThere
    },
  }
}
