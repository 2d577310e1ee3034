type RunSql = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>

const SELECT_UNFORCED_TABLES = `
  SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND c.relrowsecurity AND NOT c.relforcerowsecurity`

/**
 * Enables FORCE ROW LEVEL SECURITY on each table that lacks it, so that row-level security also applies to the owner of the tables
 * (decision 132). Runs one statement for each table, so that no two table locks are acquired at once.
 */
export async function forceRowLevelSecurity(run: RunSql): Promise<void> {
  const { rows } = await run(SELECT_UNFORCED_TABLES)
  for (const { name } of rows) await run(`ALTER TABLE ${String(name)} FORCE ROW LEVEL SECURITY`)
}
