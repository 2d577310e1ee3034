import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'

const SELF_CHANGING_TABLES = ['presences', 'message_search', 'message_search_due', 'message_words']

/**
 * Returns the rows of a tenant by table, each table as one text that differs if any row differs. Of jobs, only their existence is compared.
 * Omits presence and the search index of messages, which change on their own.
 */
export async function snapshotTenantRows(db: Database, tenantId: string): Promise<Record<string, string>> {
  return db.system(async (tx) => {
    const { rows: tables } = await tx.db.execute(
      sql`SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id' AND NOT table_name = ANY (${sql.param(SELF_CHANGING_TABLES)}::text[])`,
    )
    const all: Record<string, string> = {}
    const keep = async (name: string, from: ReturnType<typeof sql>) => {
      const { rows } = await tx.db.execute(sql`SELECT string_agg(kept, ' ' ORDER BY kept) AS kept FROM (${from}) AS found`)
      all[name] = String(rows[0]?.kept)
    }
    for (const table of tables) {
      const name = String(table.name)
      await keep(name, sql`SELECT t::text AS kept FROM ${sql.identifier(name)} AS t WHERE tenant_id = ${tenantId}`)
    }
    await keep('tenants', sql`SELECT t::text AS kept FROM tenants AS t WHERE id = ${tenantId}`)
    await keep(
      'jobs',
      sql`SELECT id::text AS kept FROM pgboss.job WHERE data->>'tenantId' = ${tenantId} AND name <> 'index-messages'`,
    )
    return all
  })
}
