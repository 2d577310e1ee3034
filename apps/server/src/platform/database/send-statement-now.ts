/**
 * Sends a statement immediately instead of when its promise is awaited, as the query builder would. Statements of one transaction
 * (docs/decisions/017) are then executed in the order of these calls. `execute` of a prepared statement already sends immediately.
 */
export const sendStatementNow = <T>(query: PromiseLike<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    query.then(resolve, reject)
  })
