import type { PageParts } from './page.ts'

const LABEL = 'Ver mensagens anteriores'
const LOADING = 'Carregando…'
const FAILED = 'Não deu para carregar. Tentar de novo'
/** This near to the beginning of what is shown, a reader going up wants what came before. */
const NEAR_PX = 200

/** The way to what was said before: a button, pressed also by scrolling up to it. `load` answers whether it went well. */
export const createOlder = (
  { older, log, scroller }: Pick<PageParts, 'older' | 'log' | 'scroller'>,
  load: () => Promise<boolean>,
): { show(isThere: boolean): void } => {
  let busy = false
  const run = async () => {
    if (busy || older.hidden) return
    busy = true
    older.textContent = LOADING
    // Old messages are for reading, not for reading out.
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
      // After a failure only the button tries again.
      if (goesUp && top < NEAR_PX && older.textContent === LABEL) void run()
    },
    { passive: true },
  )
  return {
    show: (isThere) => {
      // The button goes away under the finger: reading goes on where it was.
      if (!isThere && document.activeElement === older) scroller.focus()
      older.hidden = !isThere
    },
  }
}
