type RunSql = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>

const SELECT_UNFORCED_TABLES = `
  SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND c.relrowsecurity AND NOT c.relforcerowsecurity`

/**
 * Enables FORCE ROW LEVEL SECURITY on each table without it, so that the owner of the tables is restricted as well (decision 132). Each
 * table has its own statement, so that only one table is locked at a time.
 */
export async function forceRowLevelSecurity(run: RunSql): Promise<void> {
  const { rows } = await run(SELECT_UNFORCED_TABLES)
  for (const { name } of rows) await run(`ALTER TABLE ${String(name)} FORCE ROW LEVEL SECURITY`)
}
