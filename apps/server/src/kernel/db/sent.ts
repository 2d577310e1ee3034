/**
 * Sends a statement at once, where the query builder would wait until somebody awaits it: statements that travel together
 * (docs/decisions/017) go in the order in which they were called. A prepared statement's `execute` does so by itself.
 */
export const sent = <T>(query: PromiseLike<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    query.then(resolve, reject)
  })
