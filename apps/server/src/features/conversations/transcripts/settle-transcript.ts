import { asc, eq, gt } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { noEarlier } from '../../../kernel/db/no-earlier.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { conversations, messages } from '../../../kernel/db/schema/conversations.ts'
import { transcripts } from '../../../kernel/db/schema/transcripts.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { previewOf } from '../../../kernel/preview-text.ts'
import { burstLeft } from '../burst.ts'
import { isShownInList } from '../is-shown-in-list.ts'
import type { MessageRow } from '../ports.ts'
import { presentMessage } from '../present-message.ts'
import { loadView } from '../view.ts'
import { LATE_MS } from './late.ts'
import type { Told } from './note-sound.ts'

type Row = typeof transcripts.$inferSelect
/** Result of a transcription. */
export type Learned = Pick<Row, 'state' | 'text' | 'language' | 'durationS' | 'segments'>

export const FAILED: Learned = { state: 'failed', text: '', language: null, durationS: null, segments: [] }

/** Result for audio that is not transcribed automatically. */
export const SKIPPED: Learned = { ...FAILED, state: 'skipped' }

/** Maximum number of messages to read after an audio: with more, the lead has moved on. */
const MOST_BETWEEN = 100

/**
 * Stores the result of a transcription and emits the changed message. Schedules a turn of the agent if it waits for the transcript, or has
 * replied that it could not process the audio. The caller has locked the message and its conversation.
 */
export async function settleTranscript(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'clock' | 'config'>,
  message: MessageRow,
  learned: Learned,
): Promise<void> {
  const { tenantId, id: messageId, conversationId } = message
  const at = deps.clock.now()
  const [kept] = await tx.db
    .update(transcripts)
    .set(learned)
    .where(ofTenant(transcripts, tenantId, eq(transcripts.messageId, messageId)))
    .returning({ storedAt: transcripts.storedAt })
  await showTranscript(tx, message, learned, at)
  const isInList = await isShownInList(tx, message)
  if (isInList && learned.state === 'done' && message.content === '')
    await tx.db
      .update(conversations)
      .set({
        lastMessagePreview: previewOf(`Áudio: ${learned.text}`),
        updatedAt: noEarlier(conversations.updatedAt, at),
      })
      .where(ofTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  const view = await loadView(tx.db, tenantId, conversationId)
  if (isInList) tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: view } })
  if (message.role === 'humano' && kept) await callAgent(tx, deps, message, { ...kept, isDone: learned.state === 'done' })
}

/** Stores the transcript with its message and emits the changed message. */
export async function showTranscript(tx: Tx, message: MessageRow, { state, text }: Told, at: Date): Promise<void> {
  const { tenantId, id, conversationId } = message
  const transcript: Told = { state, text }
  await tx.db
    .update(messages)
    .set({ transcript, changedAt: at })
    .where(ofTenant(messages, tenantId, eq(messages.id, id)))
  const { lead_id: leadId } = await loadView(tx.db, tenantId, conversationId)
  const shown = presentMessage({ ...message, transcript })
  tx.emit({ name: 'message.changed', payload: { tenantId, leadId, conversationId, message: shown } })
}

/**
 * Schedules the turn that waits for the transcript. If the agent has already replied that it could not process the audio and nobody has
 * written since, it gets another turn.
 */
export async function callAgent(
  tx: Tx,
  { jobs, clock, config }: Pick<Deps, 'jobs' | 'clock' | 'config'>,
  { tenantId, conversationId, seq }: Pick<MessageRow, 'tenantId' | 'conversationId' | 'seq'>,
  { storedAt, isDone }: { storedAt: Date; isDone: boolean },
): Promise<void> {
  const mine = ofTenant(conversations, tenantId, eq(conversations.id, conversationId))
  const [held] = await tx.db.select().from(conversations).where(mine)
  if (!held) return
  const at = clock.now()
  const isAnswered = seq <= held.answeredSeq
  if (isAnswered) {
    if (!isDone || at.getTime() - storedAt.getTime() > LATE_MS || (await hasGoneOn(tx, { tenantId, conversationId, seq }))) return
    await tx.db
      .update(conversations)
      .set({ lateSeqs: [...held.lateSeqs, seq] })
      .where(mine)
  }
  const afterMs = isAnswered ? 0 : burstLeft(config, held.lastClientMessageAt, at)
  await jobs.sendOrPostpone(tx, 'agent-turn', { tenantId, conversationId }, { key: conversationId, afterMs })
}

/** Returns whether a user wrote after an audio message, or the lead wrote after the first answer to it. */
async function hasGoneOn(
  tx: Tx,
  { tenantId, conversationId, seq }: Pick<MessageRow, 'tenantId' | 'conversationId' | 'seq'>,
): Promise<boolean> {
  const after = await tx.db
    .select({ role: messages.role, manual: messages.manual })
    .from(messages)
    .where(ofTenant(messages, tenantId, eq(messages.conversationId, conversationId), gt(messages.seq, seq)))
    .orderBy(asc(messages.seq))
    .limit(MOST_BETWEEN)
  const answer = after.findIndex(({ role }) => role === 'AI')
  return after.length === MOST_BETWEEN || after.some(({ role, manual }, at) => manual || (role === 'humano' && at > answer))
}
