/** Resolves after a time, or as soon as the network is back, or it is called off. */
export const nextChance = (waitMs: number, signal?: AbortSignal): Promise<void> =>
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
