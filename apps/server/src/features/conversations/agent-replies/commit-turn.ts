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
 * Returns the attention reason for a meeting change that was announced to the lead but failed. `told`: the agent's description of the
 * change, so that users know what the lead expects.
 */
const formatMeetingNotChanged = (told: string) =>
  `O agente disse ao lead que a reunião foi ${told}, mas isso já não era possível: o horário foi ocupado, ou ela já começou ou foi cancelada. Veja a agenda e combine com o lead.`.slice(
    0,
    ATTENTION_REASON_MAX_CHARS,
  )

/** Schema of the model usage of a turn, which is stored with the first part of the turn. */
const modelUsage = z.object({
  inputTokens: z.nullable(z.number()),
  outputTokens: z.nullable(z.number()),
  cost: z.nullable(z.number()),
  model: z._default(z.nullable(z.string()), null),
})

const MEETING_UNCHANGED_TEXT = 'Atenção: a mudança ou o cancelamento da reunião não foi feito; na agenda ela está como antes.'

/**
 * Stores a part of an agent's turn and marks all messages up to `uptoSeq` as answered. Locks lead and conversation.
 * @returns 'said' if replies were stored; 'noted' if only other changes were; 'stale' if nothing was stored, because the agent was paused
 * or deactivated, the lead was archived, a user wrote, or another turn finished first
 */
export async function commitTurn(
  { db, jobs, clock, config }: Pick<Deps, 'db' | 'jobs' | 'clock' | 'config'>,
  ports: {
    leads: Pick<Leads, 'update' | 'noteOptOut' | 'pauseForGuard'>
    calendar: Pick<Calendar, 'change'>
    costs: Pick<Costs, 'answered'>
    files: Pick<Files, 'find' | 'attach'>
    outgoing: ChannelAdapters
  },
  { tenantId, conversationId }: TurnConversation,
  decided: TurnPart,
): Promise<TurnOutcome> {
  const turn = turnPart.parse(decided)
  const { uptoSeq, part } = turn
  try {
    return await db.tenant(tenantId, async (tx) => {
      const place = await lockConversationForTurn(tx, { tenantId, conversationId }, turn)
      if (!place) return 'stale'
      const { held, lead } = place
      const at = clock.now()
      const which = { tenantId, leadId: held.leadId, at }
      // Replies after the end of the reply window are not stored, because the channel would reject them. A user must reopen the
      // conversation with a template.
      const isTooLate = turn.replies.length > 0 && !isWindowOpen(ports.outgoing[held.channel], held.lastClientMessageAt, at)
      const replies = isTooLate ? [] : turn.replies
      await ports.leads.update(tx, which, turn.leadPatch)
      if (turn.optOut !== undefined) await ports.leads.noteOptOut(tx, which, turn.optOut)
      // Only the first part of a turn stores the summary, so that the summary of a later part does not overwrite a changed one.
      const { summary, statusMessage } = part === 0 ? turn : { summary: '', statusMessage: '' }
      let noted = { attention: turn.attention, summary: summary || held.summary, statusMessage }
      if (isTooLate) noted.attention = { reason: WINDOW_EXPIRED_TEXT }
      else if (turn.meeting && !(await ports.calendar.change(tx, which, turn.meeting)))
        noted = {
          attention: { reason: formatMeetingNotChanged(turn.meeting.told) },
          // The turn's own summary describes the meeting change as successful, so this text corrects it.
          summary: `${noted.summary ?? ''} ${MEETING_UNCHANGED_TEXT}`.trim(),
          statusMessage: 'Mudança da reunião não foi feita',
        }
      const { attention } = noted
      const lateSeqs = await getLateTranscriptSeqs(tx, held, turn, at)
      await tx.db
        .update(conversations)
        .set({
          stage: getFurthestStage(held.stage, turn.stage),
          summary: noted.summary,
          statusMessage: noted.statusMessage || held.statusMessage,
          assistantState: turn.memory,
          answeredSeq: uptoSeq,
          lateSeqs,
          updatedAt: latestTime(conversations.updatedAt, at),
          ...(attention ? { needsAttention: true, attentionReason: attention.reason } : {}),
        })
        .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
      if (lateSeqs.length > 0) {
        const afterMs = getRemainingBurstMs(config, held.lastClientMessageAt, at)
        await jobs.sendOrPostpone(tx, 'agent-turn', { tenantId, conversationId }, { key: conversationId, afterMs })
      }
      await storeFileLines(tx, { tenantId, conversationId }, turn.lines ?? [], at)
      if (turn.pause) await ports.leads.pauseForGuard(tx, which, turn.pause)
      // If the photo was deleted meanwhile, the reply is stored without a photo.
      const photo = turn.photo === undefined ? null : await ports.files.find(tx, tenantId, turn.photo)
      for (const content of replies) {
        const ofFile = photo && toFileMessageFields(uuid(), content, { row: photo, as: 'image' })
        const appended = await appendMessage(tx, {
          tenantId,
          conversationId,
          role: 'AI',
          content,
          clientKey: `turn:${uptoSeq}:${part}`,
          ...ofFile,
          meta: { ...turn.meta, ...ofFile?.meta, ...(turn.heldBack ? { heldBack: turn.heldBack } : {}) },
          takenBy: listStoreOnlyChannels(ports.outgoing),
          at,
        })
        if (!appended) return 'stale'
        if (photo) await ports.files.attach(tx, appended.message.message_id, photo)
        if (turn.basis && turn.basis.length > 0)
          await tx.db
            .insert(messageBasis)
            .values({ tenantId, messageId: appended.message.message_id, passages: [...turn.basis], createdAt: at })
        const said = { tenantId, messageId: appended.message.message_id, at }
        if (part === 0) await storeTurnStartState(tx, said, held, lead)
        const { data: spent } = modelUsage.safeParse(turn.meta)
        if (spent) await ports.costs.answered(tx, { ...said, ...spent })
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
  const mine = whereTenant(conversations, tenantId, eq(conversations.id, conversationId))
  const [lead] = await tx.db
    .select({
      pause: leads.pause,
      archive: leads.archive,
      name: leads.name,
      company: leads.company,
      phone: leads.phone,
      email: leads.email,
      isOn: sql<boolean>`${agents.active} AND ${tenants.active}`,
    })
    .from(leads)
    .innerJoin(tenants, whereTenant(leads, tenants.id))
    .innerJoin(agents, whereTenant(agents, leads.tenantId, eq(agents.id, leads.agentId)))
    .where(whereTenant(leads, tenantId, eq(leads.id, sql`(SELECT ${conversations.leadId} FROM ${conversations} WHERE ${mine})`)))
    .for(LEAD_LOCK_MODE, { of: leads })
  if (!lead?.isOn || lead.pause || lead.archive) return null
  const [row] = await tx.db.select().from(conversations).where(mine).for('update')
  if (!row || row.mergedInto || (part === 0 ? row.answeredSeq > uptoSeq : row.answeredSeq !== uptoSeq)) return null
  const [byPerson] = await tx.db
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
  return byPerson ? null : { held: row, lead }
}

/** Returns the more advanced of two sales stages, because an agent never moves a lead back. */
function getFurthestStage(kept: string, wanted: string): string {
  const place = (value: string) => STAGES.indexOf(stage.safeParse(value).data ?? 'conexao')
  return place(wanted) > place(kept) ? wanted : kept
}
