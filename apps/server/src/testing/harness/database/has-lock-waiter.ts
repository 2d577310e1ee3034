import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'

/** Whether another connection waits for a lock of this transaction. Works only on a PostgreSQL server, which has several connections. */
export const hasLockWaiter = async (tx: Tx): Promise<boolean> =>
  (await tx.db.execute(sql`SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`)).rows
    .length > 0
