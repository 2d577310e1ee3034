/** Resolves after `waitMs`, or earlier when the network is back or `signal` is aborted. */
export const waitForRetry = (waitMs: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const abortController = new AbortController()
    const finish = () => {
      clearTimeout(timer)
      abortController.abort()
      resolve()
    }
    const timer = setTimeout(finish, waitMs)
    window.addEventListener('online', finish, { signal: abortController.signal })
    signal?.addEventListener('abort', finish, { signal: abortController.signal })
  })
