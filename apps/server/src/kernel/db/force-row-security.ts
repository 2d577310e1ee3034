type Run = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>

const NOT_FORCED = `
  SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND c.relrowsecurity AND NOT c.relforcerowsecurity`

/**
 * Holds the owner of the tables to their policies as well, where that is not so yet (decision 132). One statement for each table: no two
 * locks are held at the same time.
 */
export async function forceRowSecurity(run: Run): Promise<void> {
  const { rows } = await run(NOT_FORCED)
  for (const { name } of rows) await run(`ALTER TABLE ${String(name)} FORCE ROW LEVEL SECURITY`)
}
