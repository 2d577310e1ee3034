import type { QueryExecutor } from './database.ts'

/**
 * Returns a function that returns the prepared statement of a connection. `build` runs once for each connection; the embedded database
 * counts as one.
 */
export function preparePerConnection<T>(build: (db: QueryExecutor) => T): (db: QueryExecutor) => T {
  const statements = new WeakMap<QueryExecutor, T>()
  return (db) => {
    const statement = statements.get(db) ?? build(db)
    statements.set(db, statement)
    return statement
  }
}
