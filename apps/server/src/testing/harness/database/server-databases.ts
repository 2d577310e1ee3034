import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * Creates a database on the server of `url`, empty or as a copy of `template`, which must have no open connection.
 * @returns the name of the database
 */
export async function createServerDatabase(url: string, template?: string): Promise<string> {
  const name = `prosa_test_${randomBytes(6).toString('hex')}`
  await runAdminStatement(url, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`)
  // No test crashes the database server, so commits need not wait for the disk.
  await runAdminStatement(url, `ALTER DATABASE ${name} SET synchronous_commit = off`)
  return name
}

export const dropServerDatabase = (url: string, name: string): Promise<void> =>
  runAdminStatement(url, `DROP DATABASE ${name} WITH (FORCE)`)

/** Returns the URL of a database on the server of `url`. */
export function buildDatabaseUrl(url: string, name: string): string {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

async function runAdminStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
