import type { Queries } from './database.ts'

/** A statement that is built once for each connection; the embedded database is one. */
export function prepared<T>(build: (db: Queries) => T): (db: Queries) => T {
  const known = new WeakMap<Queries, T>()
  return (db) => {
    const statement = known.get(db) ?? build(db)
    known.set(db, statement)
    return statement
  }
}
