/**
 * Sends a statement at once; the query builder would wait until it is awaited. Statements that are sent together (docs/decisions/017) are
 * then executed in the order of the calls. `execute` of a prepared statement needs no such call.
 */
export const sendStatementNow = <T>(query: PromiseLike<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    query.then(resolve, reject)
  })
