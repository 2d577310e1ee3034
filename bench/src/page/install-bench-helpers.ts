/** Helpers that the bench adds to each page before the page's own code runs. */
export interface BenchPageHelpers {
  /** Returns milliseconds since 1970 with the page clock's full precision, comparable between pages on one machine. */
  now(): number
  /** Time of the last key or button press, by `now`. */
  pressedAt: number
  /** Resolves with the time, by `now`, at which a frame with the text in the thread is presented. */
  painted(text: string): Promise<number>
  /** Resolves with the time at which a frame for which `isThere` holds is presented. */
  paintedWhen(isThere: () => boolean): Promise<number>
  waiting: Promise<number>
  /** Returns the longest time in milliseconds from an event of these kinds to the next frame, since `forget`. */
  slowest(kinds: readonly string[]): number
  forget(): void
  sockets: WebSocket[]
}

declare global {
  interface Window {
    bench: BenchPageHelpers
  }
}

/** Runs in the page, so it cannot use anything of this module. */
export const installBenchHelpers = (): void => {
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
