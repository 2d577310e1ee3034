import { sql } from 'drizzle-orm'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messageSearchQueue } from '../../../platform/database/schema/conversations/search.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'

/** Milliseconds during which changed messages are collected for one indexing job. */
const COLLECT_MS = 1_000

/**
 * Starts to schedule indexing jobs for new and changed messages, one job per organisation. At the start, also schedules a job for each
 * organisation that has messages not yet indexed.
 */
export function startMessageIndexing({ db, bus, jobs, log }: Pick<Deps, 'db' | 'bus' | 'jobs' | 'log'>): {
  close(): Promise<void>
} {
  const timers = new Map<string, NodeJS.Timeout>()
  const logFailure = (error: unknown) => log.error({ err: error }, 'messages are not found yet')
  const sendIndexJob = (tenantId: string) =>
    db.tenant(tenantId, (tx) => jobs.send(tx, 'index-messages', { tenantId }, { key: tenantId }))
  const scheduleIndexing = ({ tenantId }: { tenantId: string }) => {
    if (timers.has(tenantId)) return
    const timer = setTimeout(() => {
      timers.delete(tenantId)
      sendIndexJob(tenantId).catch(logFailure)
    }, COLLECT_MS)
    timers.set(tenantId, timer.unref())
  }
  const unsubscribers = [
    bus.onLocal('message.stored', scheduleIndexing),
    bus.onLocal('message.changed', scheduleIndexing),
    bus.onLocal('conversation.joined', scheduleIndexing),
    bus.onLocal('past.stored', scheduleIndexing),
  ]
  const indexRemaining = async () => {
    const tenantsToIndex = await db.system((tx) =>
      tx.db
        .select({ tenantId: tenants.id })
        .from(tenants)
        .where(sql`EXISTS (SELECT FROM ${messageSearchQueue} WHERE ${whereTenant(messageSearchQueue, tenants.id)})`),
    )
    for (const { tenantId } of tenantsToIndex) await sendIndexJob(tenantId)
  }
  const initialIndexing = indexRemaining().catch(logFailure)
  return {
    close: async () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
      for (const timer of timers.values()) clearTimeout(timer)
      await initialIndexing
    },
  }
}
