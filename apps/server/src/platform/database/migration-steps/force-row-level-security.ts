type RunSql = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>

const SELECT_UNFORCED_TABLES = `
  SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND c.relrowsecurity AND NOT c.relforcerowsecurity`

/**
 * Forces row level security for the owner of the tables too, on each table where it is not forced yet (decision 132). Runs one statement
 * for each table, so that no two table locks are acquired at once.
 */
export async function forceRowLevelSecurity(run: RunSql): Promise<void> {
  const { rows } = await run(SELECT_UNFORCED_TABLES)
  for (const { name } of rows) await run(`ALTER TABLE ${String(name)} FORCE ROW LEVEL SECURITY`)
}
