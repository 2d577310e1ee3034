import type { PageParts } from './page.ts'

const LABEL = 'Ver mensagens anteriores'
const LOADING = 'Carregando…'
const FAILED = 'Não deu para carregar. Tentar de novo'
/** Distance in pixels from the top at which scrolling up loads older messages. */
const NEAR_PX = 200

/** Button that loads older messages; scrolling up to it does the same. `load` returns whether it succeeded. */
export const createOlder = (
  { older, log, scroller }: Pick<PageParts, 'older' | 'log' | 'scroller'>,
  load: () => Promise<boolean>,
): { show(isThere: boolean): void } => {
  let busy = false
  const run = async () => {
    if (busy || older.hidden) return
    busy = true
    older.textContent = LOADING
    // Older messages are not announced by screen readers.
    log.setAttribute('aria-live', 'off')
    const went = await load()
    older.textContent = went ? LABEL : FAILED
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
      // After a failure only the button retries.
      if (goesUp && top < NEAR_PX && older.textContent === LABEL) void run()
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
