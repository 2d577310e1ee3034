import { sql } from 'drizzle-orm'
import type { ServerDatabase } from './server-database.ts'

const OWNS_TABLES_QUERY = sql`
  SELECT EXISTS (
    SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'pgboss', 'drizzle') AND pg_has_role(session_user, c.relowner, 'MEMBER')) AS yes`

/**
 * Whether the database role used for requests owns any table, directly or as a member of the owning role. A superuser counts as an owner.
 */
export const ownsTables = ({ transaction }: Pick<ServerDatabase, 'transaction'>): Promise<boolean> =>
  transaction('SELECT', async (db) => (await db.execute(OWNS_TABLES_QUERY)).rows[0]?.['yes'] === true)
