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
 * Loads a turn and applies a reached monthly cost limit. If files are still being processed, postpones the turn and returns null. Also
 * returns null if `loadTurn` does.
 */
export async function loadReadyTurn(
  deps: Deps,
  costs: Pick<Costs, 'getReachedLimit'>,
  conversationRef: TurnConversation,
): Promise<LimitedTurn | null> {
  const { tenantId, conversationId } = conversationRef
  const turn = await loadTurn(deps, conversationRef)
  if (!turn) return null
  const limitedTurn = applyMonthlyLimit(turn, await deps.db.tenant(tenantId, (tx) => costs.getReachedLimit(tx, tenantId)))
  if (!turn.isWaitingForFiles || turn.paused || turn.archived) return limitedTurn
  const rescheduledFor = await deps.db.tenant(tenantId, async (tx) => {
    const now = deps.clock.now()
    const waitEnd = await getFileWaitEnd(tx, conversationRef, now, turn.senses)
    if (!waitEnd) return null
    const afterMs = waitEnd.getTime() - now.getTime()
    await deps.jobs.sendOrPostpone(tx, 'agent-turn', { tenantId, conversationId }, { key: conversationId, afterMs })
    return waitEnd
  })
  const readyTurn = rescheduledFor ? null : await loadTurn(deps, conversationRef)
  return readyTurn && applyMonthlyLimit(readyTurn, limitedTurn.limit)
}

/**
 * Returns the time until which the turn waits for files, or null if it need not wait. Locks the conversation: a file that arrives meanwhile
 * triggers the agent only after the turn is rescheduled.
 */
async function getFileWaitEnd(
  tx: Tx,
  { tenantId, conversationId }: TurnConversation,
  now: Date,
  senses: AgentSenses,
): Promise<Date | null> {
  const [conversation] = await tx.db
    .select({ answeredSeq: conversations.answeredSeq })
    .from(conversations)
    .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
    .for('update')
  if (!conversation) return null
  const unanswered = and(
    eq(messages.conversationId, conversationId),
    isNull(messages.revokedAt),
    gt(messages.seq, conversation.answeredSeq),
  )
  return getWaitEnd(await loadLeadMessages(tx, tenantId, whereTenant(messages, tenantId, unanswered)), now, senses)
}
