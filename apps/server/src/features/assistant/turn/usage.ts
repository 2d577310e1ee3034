import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { eq, sql } from 'drizzle-orm'
import type { Config } from '../../../kernel/config.ts'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { agentUsage } from '../../../kernel/db/schema/usage.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { type Reached, reachedBy, type Used } from '../guard/ceilings.ts'

/** Whose day a turn counts in. */
export interface UsedBy {
  readonly tenantId: string
  /** Null: a try, which has no lead. */
  readonly leadId: string | null
  readonly agentId: string
  /** The organisation's own: 2026-11-22. */
  readonly day: string
}

/** The organisation's day. */
export const civilDateOf = (now: Date, timeZone: string): string => format(new TZDate(now, timeZone), 'yyyy-MM-dd')

/** Takes back what was counted of a turn that may not begin. */
class OverCeiling extends Error {
  readonly reached: Reached

  constructor(reached: Reached) {
    super('A ceiling was reached')
    this.reached = reached
  }
}

/**
 * Counts a turn that is about to begin, for all whose it is or for none: however many begin at once and wherever, no ceiling of turns is passed.
 * @returns the ceiling that keeps it from beginning
 */
export async function countTurn(
  { db, config }: Pick<Deps, 'db'> & { config: Pick<Config, 'ceilings'> },
  whose: UsedBy,
): Promise<Reached | null> {
  try {
    await db.tenant(whose.tenantId, async (tx) => {
      const reached = reachedBy(await count(tx, whose, { turns: 1, tokens: 0 }), config.ceilings)
      if (reached) throw new OverCeiling(reached)
    })
    return null
  } catch (error) {
    if (error instanceof OverCeiling) return error.reached
    throw error
  }
}

/** Counts what a turn's model took, whatever became of the turn. */
export async function countTokens({ db }: Pick<Deps, 'db'>, whose: UsedBy, tokens: number): Promise<void> {
  if (tokens > 0) await db.tenant(whose.tenantId, (tx) => count(tx, whose, { turns: 0, tokens }))
}

/** Forgets what was counted for a lead. */
export async function forgetUsage(tx: Tx, { tenantId, leadId }: { tenantId: string; leadId: string }): Promise<void> {
  const u = agentUsage
  await tx.db.delete(u).where(ofTenant(u, tenantId, eq(u.scope, 'lead'), eq(u.subject, leadId)))
}

/** One statement and at most three rows, always in this order, so that no two turns wait for each other's. A later day begins from nothing. */
async function count(
  tx: Tx,
  { tenantId, leadId, agentId, day }: UsedBy,
  more: { turns: number; tokens: number },
): Promise<Used[]> {
  const u = agentUsage
  const today = sql`${u.day} >= excluded.day`
  return tx.db
    .insert(u)
    .values([
      ...(leadId === null ? [] : [{ tenantId, scope: 'lead' as const, subject: leadId, day, ...more }]),
      { tenantId, scope: 'agent', subject: agentId, day, ...more },
      { tenantId, scope: 'tenant', subject: tenantId, day, ...more },
    ])
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
