/** What the bench adds to each page before the page's own code runs. */
export interface BenchPage {
  /** Milliseconds since 1970, as fine as the page's clock goes: two pages of one machine can be compared. */
  now(): number
  /** The last press of a key or a button, by `now`. */
  pressedAt: number
  /** Resolves with the time, by `now`, when a frame with the text in the thread has been handed over to be shown. */
  painted(text: string): Promise<number>
  /** The same for anything on the page. */
  paintedWhen(isThere: () => boolean): Promise<number>
  waiting: Promise<number>
  /** Longest time from a press to the frame that answers it, by kind of event, since `forget`. */
  slowest(kinds: readonly string[]): number
  forget(): void
  sockets: WebSocket[]
}

declare global {
  interface Window {
    bench: BenchPage
  }
}

/** Runs in the page; knows nothing of this module. */
export const addHelpers = (): void => {
  const now = () => performance.timeOrigin + performance.now()
  const presses: { name: string; duration: number }[] = []
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) presses.push({ name, duration })
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)

  const paintedWhen = (isThere: () => boolean) =>
    new Promise<number>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('It was not painted within 20 s')), 20_000)
      const afterFrame = () =>
        requestAnimationFrame(() => {
          const channel = new MessageChannel()
          channel.port1.addEventListener('message', () => {
            clearTimeout(late)
            resolve(now())
          })
          channel.port1.start()
          channel.port2.postMessage(null)
        })
      if (isThere()) return afterFrame()
      const observer = new MutationObserver(() => {
        if (!isThere()) return
        observer.disconnect()
        afterFrame()
      })
      observer.observe(document, { childList: true, subtree: true, characterData: true })
    })

  const sockets: WebSocket[] = []
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      sockets.push(this)
    }
  }
  window.bench = {
    now,
    pressedAt: 0,
    paintedWhen,
    painted: (text) => paintedWhen(() => document.querySelector('[role=log]')?.textContent?.includes(text) ?? false),
    waiting: Promise.resolve(0),
    slowest: (kinds) => Math.max(0, ...presses.filter(({ name }) => kinds.includes(name)).map(({ duration }) => duration)),
    forget: () => {
      presses.length = 0
    },
    sockets,
  }
  const pressed = (event: Event) => {
    window.bench.pressedAt = performance.timeOrigin + event.timeStamp
  }
  for (const name of ['click', 'keydown']) addEventListener(name, pressed, { capture: true })
}
