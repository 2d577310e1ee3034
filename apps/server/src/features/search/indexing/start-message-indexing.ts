import { sql } from 'drizzle-orm'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messageSearchQueue } from '../../../platform/database/schema/conversations/search.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'

/** Milliseconds during which changed messages are collected for one indexing job. */
const COLLECT_MS = 1_000

/**
 * Schedules jobs that add new and changed messages to the search index soon after they are written, one job per organisation. When the
 * server starts, schedules a job for each organisation with messages that are not indexed yet.
 */
export function startMessageIndexing({ db, bus, jobs, log }: Pick<Deps, 'db' | 'bus' | 'jobs' | 'log'>): {
  close(): Promise<void>
} {
  const waiting = new Map<string, NodeJS.Timeout>()
  const failed = (error: unknown) => log.error({ err: error }, 'messages are not found yet')
  const index = (tenantId: string) =>
    db.tenant(tenantId, (tx) => jobs.send(tx, 'index-messages', { tenantId }, { key: tenantId }))
  const soon = ({ tenantId }: { tenantId: string }) => {
    if (waiting.has(tenantId)) return
    const timer = setTimeout(() => {
      waiting.delete(tenantId)
      index(tenantId).catch(failed)
    }, COLLECT_MS)
    waiting.set(tenantId, timer.unref())
  }
  const ends = [
    bus.onOwn('message.stored', soon),
    bus.onOwn('message.changed', soon),
    bus.onOwn('conversation.joined', soon),
    bus.onOwn('past.stored', soon),
  ]
  const goOn = async () => {
    const left = await db.system((tx) =>
      tx.db
        .select({ tenantId: tenants.id })
        .from(tenants)
        .where(sql`EXISTS (SELECT FROM ${messageSearchQueue} WHERE ${whereTenant(messageSearchQueue, tenants.id)})`),
    )
    for (const { tenantId } of left) await index(tenantId)
  }
  const begun = goOn().catch(failed)
  return {
    close: async () => {
      for (const end of ends) end()
      for (const timer of waiting.values()) clearTimeout(timer)
      await begun
    },
  }
}
