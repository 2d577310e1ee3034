/** Lets no more than `limit` pieces of work run at the same time; the others wait, in order. */
export function atOnce(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place goes over to whoever is next.
      if (next) next()
      else running--
    }
  }
}
