import { and, eq, lt, sql } from 'drizzle-orm'
import type { Config } from '../../../../platform/config/config.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { agentUsage } from '../../../../platform/database/schema/agents/usage.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { type DailyUsage, getTurnPermission, type TurnPermission } from '../../guard/limits/daily-limits.ts'

/** Lead, IP address, agent and organisation to whose usage a turn counts. */
export interface UsageSubjects {
  readonly tenantId: string
  /** Null in a preview, which has no lead. */
  readonly leadId: string | null
  /** Keyed hash of the web chat visitor's IP address, or null. */
  readonly address: string | null
  /** Part of each limit is reserved for known leads. */
  readonly isKnown: boolean
  readonly agentId: string
  /** Today in the organisation's time zone, as `yyyy-MM-dd`. */
  readonly day: string
}

/** Thrown to roll back the counters of a turn that may not use the agent's own engine. */
class OverLimitError extends Error {
  readonly permission: TurnPermission

  constructor(permission: TurnPermission) {
    super('A ceiling was reached')
    this.permission = permission
  }
}

/**
 * Adds a starting turn to all daily counters, or to none if a limit is reached. One transaction keeps concurrent turns within the limits. A
 * turn that may only use the playbook counts for its lead alone.
 */
export async function countTurn(
  { db, config }: Pick<Deps, 'db'> & { config: Pick<Config, 'dailyLimits'> },
  usageSubjects: UsageSubjects,
): Promise<TurnPermission> {
  const countFor = (scopes: readonly DailyUsage['scope'][]) =>
    db
      .tenant(usageSubjects.tenantId, async (tx) => {
        const usages = await incrementUsage(tx, usageSubjects, { turns: 1, tokens: 0 }, scopes)
        const permission = getTurnPermission(usages, config.dailyLimits, usageSubjects)
        if (permission.kind !== 'whole') throw new OverLimitError(permission)
        return permission
      })
      .catch((error: unknown) => {
        if (error instanceof OverLimitError) return error.permission
        throw error
      })
  const permission = await countFor(USAGE_SCOPES)
  if (permission.kind !== 'scripted') return permission
  const forLead = await countFor(['lead'])
  return forLead.kind === 'halted' ? forLead : permission
}

/** Adds a turn's tokens to the daily counters, whatever its outcome. */
export async function countTokens({ db }: Pick<Deps, 'db'>, usageSubjects: UsageSubjects, tokens: number): Promise<void> {
  if (tokens > 0)
    await db.tenant(usageSubjects.tenantId, (tx) => incrementUsage(tx, usageSubjects, { turns: 0, tokens }, USAGE_SCOPES))
}

export async function deleteLeadUsage(tx: Tx, { tenantId, leadId }: { tenantId: string; leadId: string }): Promise<void> {
  const u = agentUsage
  await tx.db.delete(u).where(whereTenant(u, tenantId, eq(u.scope, 'lead'), eq(u.subject, leadId)))
}

/** Deletes counters per IP address before `beforeDay` (`yyyy-MM-dd`), in all organisations. */
export async function deleteAddressUsage(system: Tx, beforeDay: string): Promise<void> {
  await system.db.delete(agentUsage).where(and(eq(agentUsage.scope, 'address'), lt(agentUsage.day, beforeDay)))
}

/** Order in which every turn locks its counters. A fixed order prevents deadlocks. */
const USAGE_SCOPES = ['lead', 'address', 'agent', 'tenant'] as const

/** Increments counters in one statement and returns the new values. Counters of an earlier day restart at zero. */
async function incrementUsage(
  tx: Tx,
  { tenantId, leadId, address, agentId, day }: UsageSubjects,
  increments: { turns: number; tokens: number },
  scopes: readonly DailyUsage['scope'][],
): Promise<DailyUsage[]> {
  const subjectByScope = { lead: leadId, address, agent: agentId, tenant: tenantId }
  const rows = scopes.flatMap((scope) => {
    const subject = subjectByScope[scope]
    return subject === null ? [] : [{ tenantId, scope, subject, day, ...increments }]
  })
  const u = agentUsage
  const today = sql`${u.day} >= excluded.day`
  return tx.db
    .insert(u)
    .values(rows)
    .onConflictDoUpdate({
      target: [u.tenantId, u.scope, u.subject],
      set: {
        day: sql`GREATEST(${u.day}, excluded.day)`,
        turns: sql`CASE WHEN ${today} THEN ${u.turns} + excluded.turns ELSE excluded.turns END`,
        tokens: sql`CASE WHEN ${today} THEN ${u.tokens} + excluded.tokens ELSE excluded.tokens END`,
      },
    })
    .returning({ scope: u.scope, turns: u.turns, tokens: u.tokens })
}
