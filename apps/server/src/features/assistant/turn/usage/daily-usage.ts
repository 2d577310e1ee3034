import { and, eq, lt, sql } from 'drizzle-orm'
import type { Config } from '../../../../platform/config/config.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { agentUsage } from '../../../../platform/database/schema/agents/usage.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { type DailyUsage, getTurnPermission, type TurnPermission } from '../../guard/limits/daily-limits.ts'

/** Lead, IP address, agent and organisation whose daily usage a turn counts towards. */
export interface UsageSubjects {
  readonly tenantId: string
  /** Null for a preview, which has no lead. */
  readonly leadId: string | null
  /** Keyed hash of the web chat visitor's IP address; null if there is none. */
  readonly address: string | null
  /** Whether the lead is known. A share of each limit is reserved for known leads. */
  readonly isKnown: boolean
  readonly agentId: string
  /** Current day in the organisation's time zone, as 2026-11-22. */
  readonly day: string
}

/** Thrown to roll back the counters of a turn that is not fully permitted. */
class OverLimitError extends Error {
  readonly permission: TurnPermission

  constructor(permission: TurnPermission) {
    super('A ceiling was reached')
    this.permission = permission
  }
}

/**
 * Counts a turn that is about to start for all scopes, or for none if a limit is reached. Works in one transaction, so that concurrent
 * turns in any process never exceed a limit of turns. A turn that may only use the script counts for its lead alone.
 */
export async function countTurn(
  { db, config }: Pick<Deps, 'db'> & { config: Pick<Config, 'ceilings'> },
  whose: UsageSubjects,
): Promise<TurnPermission> {
  const countFor = (scopes: readonly DailyUsage['scope'][]) =>
    db
      .tenant(whose.tenantId, async (tx) => {
        const used = await incrementUsage(tx, whose, { turns: 1, tokens: 0 }, scopes)
        const permission = getTurnPermission(used, config.ceilings, whose)
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

/** Counts the tokens that a turn's model used, whatever the outcome of the turn. */
export async function countTokens({ db }: Pick<Deps, 'db'>, whose: UsageSubjects, tokens: number): Promise<void> {
  if (tokens > 0) await db.tenant(whose.tenantId, (tx) => incrementUsage(tx, whose, { turns: 0, tokens }, USAGE_SCOPES))
}

/** Deletes the usage counters of a lead. */
export async function deleteLeadUsage(tx: Tx, { tenantId, leadId }: { tenantId: string; leadId: string }): Promise<void> {
  const u = agentUsage
  await tx.db.delete(u).where(whereTenant(u, tenantId, eq(u.scope, 'lead'), eq(u.subject, leadId)))
}

/** Deletes the usage counters of IP addresses before `beforeDay`. */
export async function deleteAddressUsage(system: Tx, beforeDay: string): Promise<void> {
  await system.db.delete(agentUsage).where(and(eq(agentUsage.scope, 'address'), lt(agentUsage.day, beforeDay)))
}

/** Order in which every turn locks its counters, so that two turns never deadlock. */
const USAGE_SCOPES = ['lead', 'address', 'agent', 'tenant'] as const

/** Adds to the counters of these scopes in one statement and returns the new values. Counters of an earlier day restart at zero. */
async function incrementUsage(
  tx: Tx,
  { tenantId, leadId, address, agentId, day }: UsageSubjects,
  more: { turns: number; tokens: number },
  scopes: readonly DailyUsage['scope'][],
): Promise<DailyUsage[]> {
  const subjects = { lead: leadId, address, agent: agentId, tenant: tenantId }
  const rows = scopes.flatMap((scope) => {
    const subject = subjects[scope]
    return subject === null ? [] : [{ tenantId, scope, subject, day, ...more }]
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
