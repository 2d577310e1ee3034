/** Resolves after `waitMs`, or earlier when the network is back or `signal` is aborted. */
export const waitForRetry = (waitMs: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController()
    const go = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(go, waitMs)
    window.addEventListener('online', go, { signal: over.signal })
    signal?.addEventListener('abort', go, { signal: over.signal })
  })
