/**
 * Sends a statement immediately; the query builder would send it only when its promise is awaited. The statements of a transaction are thus
 * executed in the order of these calls (docs/decisions/017).
 */
export const sendStatementNow = <T>(query: PromiseLike<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    query.then(resolve, reject)
  })
