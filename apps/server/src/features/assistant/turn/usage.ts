import { and, eq, lt, sql } from 'drizzle-orm'
import type { Config } from '../../../kernel/config.ts'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { agentUsage } from '../../../kernel/db/schema/usage.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { type Permission, permissionOf, type Used } from '../guard/ceilings.ts'

/** Lead, address, agent and organisation in whose day a turn counts. */
export interface UsedBy {
  readonly tenantId: string
  /** Null for a preview, which has no lead. */
  readonly leadId: string | null
  /** Keyed hash of the web chat visitor's address; null where there is none. */
  readonly address: string | null
  /** Whether the team knows the lead, for whom the last part of a ceiling is kept. */
  readonly isKnown: boolean
  readonly agentId: string
  /** The organisation's own: 2026-11-22. */
  readonly day: string
}

/** Rolls back what was counted of a turn that may not begin, or not with a model. */
class OverCeiling extends Error {
  readonly permission: Permission

  constructor(permission: Permission) {
    super('A ceiling was reached')
    this.permission = permission
  }
}

/**
 * Counts a turn that is about to begin, for all in whose day it is or for none: however many begin at once and in whatever process, no ceiling
 * of turns is passed. A turn that may only be scripted counts for its lead alone: it takes nothing of what is kept for others.
 */
export async function countTurn(
  { db, config }: Pick<Deps, 'db'> & { config: Pick<Config, 'ceilings'> },
  whose: UsedBy,
): Promise<Permission> {
  const countFor = (scopes: readonly Used['scope'][]) =>
    db
      .tenant(whose.tenantId, async (tx) => {
        const used = await count(tx, whose, { turns: 1, tokens: 0 }, scopes)
        const permission = permissionOf(used, config.ceilings, whose)
        if (permission.kind !== 'whole') throw new OverCeiling(permission)
        return permission
      })
      .catch((error: unknown) => {
        if (error instanceof OverCeiling) return error.permission
        throw error
      })
  const permission = await countFor(SCOPES)
  if (permission.kind !== 'scripted') return permission
  const forLead = await countFor(['lead'])
  return forLead.kind === 'halted' ? forLead : permission
}

/** Counts what a turn's model took, whatever became of the turn. */
export async function countTokens({ db }: Pick<Deps, 'db'>, whose: UsedBy, tokens: number): Promise<void> {
  if (tokens > 0) await db.tenant(whose.tenantId, (tx) => count(tx, whose, { turns: 0, tokens }, SCOPES))
}

/** Forgets what was counted for a lead. */
export async function forgetUsage(tx: Tx, { tenantId, leadId }: { tenantId: string; leadId: string }): Promise<void> {
  const u = agentUsage
  await tx.db.delete(u).where(ofTenant(u, tenantId, eq(u.scope, 'lead'), eq(u.subject, leadId)))
}

/** Deletes what was counted for addresses before that day. */
export async function dropAddressUsage(system: Tx, beforeDay: string): Promise<void> {
  await system.db.delete(agentUsage).where(and(eq(agentUsage.scope, 'address'), lt(agentUsage.day, beforeDay)))
}

/** Every turn locks its rows in this order, so that no two turns wait for each other. */
const SCOPES = ['lead', 'address', 'agent', 'tenant'] as const

/** Adds to what these scopes have used, in one statement, and returns it. A later day begins from nothing. */
async function count(
  tx: Tx,
  { tenantId, leadId, address, agentId, day }: UsedBy,
  more: { turns: number; tokens: number },
  scopes: readonly Used['scope'][],
): Promise<Used[]> {
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
