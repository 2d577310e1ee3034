import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { TurnConversation } from '../../../conversations/ports.ts'
import type { Costs } from '../../../costs/ports.ts'
import { applyMonthlyLimit, type LimitedTurn } from '../usage/monthly-limit.ts'
import { loadLeadMessages } from './load-messages.ts'
import { loadTurn } from './load-turn.ts'
import { type AgentSenses, getWaitEnd } from './stored-lead-message.ts'

/**
 * Loads a turn and applies a reached monthly cost limit. If the turn must wait for files of its messages, schedules it again for the end of
 * the wait and returns null. Also returns null if loadTurn does.
 */
export async function loadReadyTurn(
  deps: Deps,
  costs: Pick<Costs, 'limit'>,
  place: TurnConversation,
): Promise<LimitedTurn | null> {
  const { tenantId, conversationId } = place
  const turn = await loadTurn(deps, place)
  if (!turn) return null
  const limited = applyMonthlyLimit(turn, await deps.db.tenant(tenantId, (tx) => costs.limit(tx, tenantId)))
  if (!turn.waits || turn.paused || turn.archived) return limited
  const until = await deps.db.tenant(tenantId, async (tx) => {
    const at = deps.clock.now()
    const waits = await getFileWaitEnd(tx, place, at, turn.senses)
    if (!waits) return null
    const afterMs = waits.getTime() - at.getTime()
    await deps.jobs.sendOrPostpone(tx, 'agent-turn', { tenantId, conversationId }, { key: conversationId, afterMs })
    return waits
  })
  const ready = until ? null : await loadTurn(deps, place)
  return ready && applyMonthlyLimit(ready, limited.limit)
}

/**
 * Returns the time until which the turn waits for files, or null if it need not wait. Locks the conversation, so that a file that arrives
 * meanwhile is stored, and triggers the agent, only after the turn is rescheduled.
 */
async function getFileWaitEnd(
  tx: Tx,
  { tenantId, conversationId }: TurnConversation,
  now: Date,
  senses: AgentSenses,
): Promise<Date | null> {
  const [held] = await tx.db
    .select({ answeredSeq: conversations.answeredSeq })
    .from(conversations)
    .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
    .for('update')
  if (!held) return null
  const unanswered = and(
    eq(messages.conversationId, conversationId),
    isNull(messages.revokedAt),
    gt(messages.seq, held.answeredSeq),
  )
  return getWaitEnd(await loadLeadMessages(tx, tenantId, whereTenant(messages, tenantId, unanswered)), now, senses)
}
