import { sql } from 'drizzle-orm'
import type { Tx } from '../kernel/db/database.ts'

/** True once another connection waits for what this transaction holds; of a PostgreSQL server, where connections are several. */
export const isWaitedFor = async (tx: Tx): Promise<boolean> =>
  (await tx.db.execute(sql`SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`)).rows
    .length > 0
