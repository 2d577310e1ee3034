import type { Queries } from './database.ts'

/** Returns a function that builds a statement once per connection and then reuses it. The embedded database counts as one connection. */
export function prepared<T>(build: (db: Queries) => T): (db: Queries) => T {
  const known = new WeakMap<Queries, T>()
  return (db) => {
    const statement = known.get(db) ?? build(db)
    known.set(db, statement)
    return statement
  }
}
