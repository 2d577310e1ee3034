import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'
import { STAGES, stage } from '@prosa/contract/entities/conversations/conversation'
import { eq, gt, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/database/database.ts'
import { latestTime } from '../../../platform/database/queries/latest-time.ts'
import { LEAD_LOCK_MODE } from '../../../platform/database/queries/lead-lock-mode.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messageBasis } from '../../../platform/database/schema/agents/knowledge.ts'
import { agents, conversations, leads, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Calendar } from '../../calendar/ports.ts'
import type { Costs } from '../../costs/ports.ts'
import type { Files } from '../../files/ports.ts'
import type { Leads } from '../../leads/ports.ts'
import { storeFileLines } from '../documents/store-file-lines.ts'
import { loadConversation } from '../load-conversation.ts'
import { appendMessage } from '../messages/append-message.ts'
import { toFileMessageFields } from '../messages/file-meta.ts'
import { isWindowOpen } from '../outbound/reply-window.ts'
import { listStoreOnlyChannels, queueDelivery } from '../outbound/send-message.ts'
import {
  type ChannelAdapters,
  MessageAlreadyStoredError,
  type TurnConversation,
  type TurnOutcome,
  type TurnPart,
  turnPart,
} from '../ports.ts'
import { getLateTranscriptSeqs } from '../transcripts/late-transcripts.ts'
import { getRemainingBurstMs } from './burst.ts'
import { storeTurnStartState } from './turn-start-states.ts'

const WINDOW_EXPIRED_TEXT =
  'O agente não pôde responder: passaram mais de 24 horas desde a mensagem do lead. Reabra a conversa com um modelo.'

/**
 * Returns the text that tells users why a conversation needs attention: the agent announced a meeting change to the lead, but the change
 * failed.
 * @param announcedChange the agent's description of the change, as the lead read it
 */
const formatMeetingNotChanged = (announcedChange: string) =>
  `O agente disse ao lead que a reunião foi ${announcedChange}, mas isso já não era possível: o horário foi ocupado, ou ela já começou ou foi cancelada. Veja a agenda e combine com o lead.`.slice(
    0,
    ATTENTION_REASON_MAX_CHARS,
  )

/** Schema of the AI model's usage (tokens, cost), which is stored in the `meta` of an agent's reply. */
const modelUsage = z.object({
  inputTokens: z.nullable(z.number()),
  outputTokens: z.nullable(z.number()),
  cost: z.nullable(z.number()),
  model: z._default(z.nullable(z.string()), null),
})

const MEETING_UNCHANGED_TEXT = 'Atenção: a mudança ou o cancelamento da reunião não foi feito; na agenda ela está como antes.'

/**
 * Stores a part of an agent's answer and marks all messages up to `uptoSeq` as answered. Locks lead and conversation.
 * @returns 'said' if replies were stored; 'noted' if only other data were stored; 'stale' if nothing was stored, because the agent was
 * paused or deactivated, the lead was archived, a user wrote, or another turn finished first
 */
export async function commitTurn(
  { db, jobs, clock, config }: Pick<Deps, 'db' | 'jobs' | 'clock' | 'config'>,
  ports: {
    leads: Pick<Leads, 'update' | 'setOptOutByLead' | 'pauseByGuard'>
    calendar: Pick<Calendar, 'changeMeeting'>
    costs: Pick<Costs, 'recordAnsweredTurn'>
    files: Pick<Files, 'find' | 'attach'>
    channelAdapters: ChannelAdapters
  },
  { tenantId, conversationId }: TurnConversation,
  turnInput: TurnPart,
): Promise<TurnOutcome> {
  const turn = turnPart.parse(turnInput)
  const { uptoSeq, part } = turn
  try {
    return await db.tenant(tenantId, async (tx) => {
      const locked = await lockConversationForTurn(tx, { tenantId, conversationId }, turn)
      if (!locked) return 'stale'
      const { conversation, lead } = locked
      const at = clock.now()
      const leadTarget = { tenantId, leadId: conversation.leadId, at }
      // The channel would reject replies after the end of the reply window, so they are not stored. A user must reopen the conversation
      // with a template.
      const isTooLate =
        turn.replies.length > 0 &&
        !isWindowOpen(ports.channelAdapters[conversation.channel], conversation.lastClientMessageAt, at)
      const replies = isTooLate ? [] : turn.replies
      await ports.leads.update(tx, leadTarget, turn.leadPatch)
      if (turn.optOut !== undefined) await ports.leads.setOptOutByLead(tx, leadTarget, turn.optOut)
      // Only the first part stores the summary. A later part must not overwrite a summary that was changed meanwhile.
      const { summary, statusMessage } = part === 0 ? turn : { summary: '', statusMessage: '' }
      let notes = { attention: turn.attention, summary: summary || conversation.summary, statusMessage }
      if (isTooLate) notes.attention = { reason: WINDOW_EXPIRED_TEXT }
      else if (turn.meeting && !(await ports.calendar.changeMeeting(tx, leadTarget, turn.meeting)))
        notes = {
          attention: { reason: formatMeetingNotChanged(turn.meeting.told) },
          // The agent's summary describes the meeting change as successful. This text corrects it.
          summary: `${notes.summary ?? ''} ${MEETING_UNCHANGED_TEXT}`.trim(),
          statusMessage: 'Mudança da reunião não foi feita',
        }
      const { attention } = notes
      const lateSeqs = await getLateTranscriptSeqs(tx, conversation, turn, at)
      await tx.db
        .update(conversations)
        .set({
          stage: getFurthestStage(conversation.stage, turn.stage),
          summary: notes.summary,
          statusMessage: notes.statusMessage || conversation.statusMessage,
          assistantState: turn.memory,
          answeredSeq: uptoSeq,
          lateSeqs,
          updatedAt: latestTime(conversations.updatedAt, at),
          ...(attention ? { needsAttention: true, attentionReason: attention.reason } : {}),
        })
        .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
      if (lateSeqs.length > 0) {
        const afterMs = getRemainingBurstMs(config, conversation.lastClientMessageAt, at)
        await jobs.sendOrPostpone(tx, 'agent-turn', { tenantId, conversationId }, { key: conversationId, afterMs })
      }
      await storeFileLines(tx, { tenantId, conversationId }, turn.lines ?? [], at)
      if (turn.pause) await ports.leads.pauseByGuard(tx, leadTarget, turn.pause)
      // If the photo was deleted meanwhile, the reply is stored without a photo.
      const photo = turn.photo === undefined ? null : await ports.files.find(tx, tenantId, turn.photo)
      for (const content of replies) {
        const fileFields = photo && toFileMessageFields(uuid(), content, { file: photo, mediaType: 'image' })
        const appended = await appendMessage(tx, {
          tenantId,
          conversationId,
          role: 'AI',
          content,
          clientKey: `turn:${uptoSeq}:${part}`,
          ...fileFields,
          meta: { ...turn.meta, ...fileFields?.meta, ...(turn.heldBack ? { heldBack: turn.heldBack } : {}) },
          storeOnlyChannels: listStoreOnlyChannels(ports.channelAdapters),
          at,
        })
        if (!appended) return 'stale'
        if (photo) await ports.files.attach(tx, appended.message.message_id, photo)
        if (turn.basis && turn.basis.length > 0)
          await tx.db
            .insert(messageBasis)
            .values({ tenantId, messageId: appended.message.message_id, passages: [...turn.basis], createdAt: at })
        const storedReply = { tenantId, messageId: appended.message.message_id, at }
        if (part === 0) await storeTurnStartState(tx, storedReply, conversation, lead)
        const { data: usage } = modelUsage.safeParse(turn.meta)
        if (usage) await ports.costs.recordAnsweredTurn(tx, { ...storedReply, ...usage })
        await queueDelivery(tx, { jobs }, tenantId, conversationId, appended)
        tx.emit({
          name: 'message.stored',
          payload: { tenantId, message: appended.message, conversation: await loadConversation(tx.db, tenantId, conversationId) },
        })
      }
      if (replies.length === 0)
        tx.emit({
          name: 'conversation.changed',
          payload: { tenantId, conversation: await loadConversation(tx.db, tenantId, conversationId) },
        })
      return replies.length > 0 ? 'said' : 'noted'
    })
  } catch (error) {
    if (error instanceof MessageAlreadyStoredError) return 'stale'
    throw error
  }
}

async function lockConversationForTurn(
  tx: Tx,
  { tenantId, conversationId }: TurnConversation,
  { uptoSeq, part }: Pick<TurnPart, 'uptoSeq' | 'part'>,
) {
  const conversationCondition = whereTenant(conversations, tenantId, eq(conversations.id, conversationId))
  const [lead] = await tx.db
    .select({
      pause: leads.pause,
      archive: leads.archive,
      name: leads.name,
      company: leads.company,
      phone: leads.phone,
      email: leads.email,
      isAgentActive: sql<boolean>`${agents.active} AND ${tenants.active}`,
    })
    .from(leads)
    .innerJoin(tenants, whereTenant(leads, tenants.id))
    .innerJoin(agents, whereTenant(agents, leads.tenantId, eq(agents.id, leads.agentId)))
    .where(
      whereTenant(
        leads,
        tenantId,
        eq(leads.id, sql`(SELECT ${conversations.leadId} FROM ${conversations} WHERE ${conversationCondition})`),
      ),
    )
    .for(LEAD_LOCK_MODE, { of: leads })
  if (!lead?.isAgentActive || lead.pause || lead.archive) return null
  const [row] = await tx.db.select().from(conversations).where(conversationCondition).for('update')
  if (!row || row.mergedInto || (part === 0 ? row.answeredSeq > uptoSeq : row.answeredSeq !== uptoSeq)) return null
  const [userMessage] = await tx.db
    .select({ seq: messages.seq })
    .from(messages)
    .where(
      whereTenant(
        messages,
        tenantId,
        eq(messages.conversationId, conversationId),
        gt(messages.seq, uptoSeq),
        eq(messages.manual, true),
      ),
    )
    .limit(1)
  return userMessage ? null : { conversation: row, lead }
}

/** Returns the more advanced of two sales stages. An agent never moves a lead back to an earlier stage. */
function getFurthestStage(current: string, proposed: string): string {
  const getRank = (value: string) => STAGES.indexOf(stage.safeParse(value).data ?? 'conexao')
  return getRank(proposed) > getRank(current) ? proposed : current
}
