import type { QueryExecutor } from './database.ts'

/**
 * Returns a function that returns a prepared statement for a connection. `build` runs once for each connection; later calls reuse its
 * result. The embedded database counts as one connection.
 */
export function preparePerConnection<T>(build: (db: QueryExecutor) => T): (db: QueryExecutor) => T {
  const statements = new WeakMap<QueryExecutor, T>()
  return (db) => {
    const statement = statements.get(db) ?? build(db)
    statements.set(db, statement)
    return statement
  }
}
