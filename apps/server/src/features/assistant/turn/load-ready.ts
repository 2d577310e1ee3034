import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { conversations, messages } from '../../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { TurnPlace } from '../../conversations/ports.ts'
import type { Costs } from '../../costs/ports.ts'
import { atLimit, type Limited } from './budget.ts'
import { loadSaid } from './load-said.ts'
import { loadTurn } from './load-turn.ts'
import { type Senses, waitsUntil } from './sounds.ts'

/**
 * The turn, unless files of its burst are still to come: then it is begun when they are here, or when they have been waited for enough. With
 * what the organisation's limit of the month makes of it.
 */
export async function loadReady(deps: Deps, costs: Pick<Costs, 'limit'>, place: TurnPlace): Promise<Limited | null> {
  const { tenantId, conversationId } = place
  const turn = await loadTurn(deps, place)
  if (!turn) return null
  const limited = atLimit(turn, await deps.db.tenant(tenantId, (tx) => costs.limit(tx, tenantId)))
  if (!turn.waits || turn.paused || turn.archived) return limited
  const until = await deps.db.tenant(tenantId, async (tx) => {
    const at = deps.clock.now()
    const waits = await stillWaits(tx, place, at, turn.senses)
    if (!waits) return null
    const afterMs = waits.getTime() - at.getTime()
    await deps.jobs.sendOrPostpone(tx, 'agent-turn', { tenantId, conversationId }, { key: conversationId, afterMs })
    return waits
  })
  const ready = until ? null : await loadTurn(deps, place)
  return ready && atLimit(ready, limited.limit)
}

/** Until when files of the burst are waited for, with the conversation held: whoever brings one waits, and calls the agent after that. */
async function stillWaits(tx: Tx, { tenantId, conversationId }: TurnPlace, now: Date, senses: Senses): Promise<Date | null> {
  const [held] = await tx.db
    .select({ answeredSeq: conversations.answeredSeq })
    .from(conversations)
    .where(ofTenant(conversations, tenantId, eq(conversations.id, conversationId)))
    .for('update')
  if (!held) return null
  const unanswered = and(
    eq(messages.conversationId, conversationId),
    isNull(messages.revokedAt),
    gt(messages.seq, held.answeredSeq),
  )
  return waitsUntil(await loadSaid(tx, tenantId, ofTenant(messages, tenantId, unanswered)), now, senses)
}
