import { sql } from 'drizzle-orm'
import type { ServerDatabase } from './server-database.ts'

const OWNS_TABLES_QUERY = sql`
  SELECT EXISTS (
    SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'pgboss', 'drizzle') AND pg_has_role(session_user, c.relowner, 'MEMBER')) AS yes`

/** Whether the database role of requests owns any table, directly, as a member of the owning role, or as a superuser. */
export const ownsTables = ({ transaction }: Pick<ServerDatabase, 'transaction'>): Promise<boolean> =>
  transaction('SELECT', async (db) => (await db.execute(OWNS_TABLES_QUERY)).rows[0]?.['yes'] === true)
