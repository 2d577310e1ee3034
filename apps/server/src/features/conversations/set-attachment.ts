import type { Attachment } from '@prosa/contract/entities/message'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { messages } from '../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Files } from '../files/ports.ts'
import { noteDocument } from './about-files/note-document.ts'
import { holdPast, setPastAttachment } from './past/fill-past.ts'
import type { MessageRow } from './ports.ts'
import { presentMessage, readAttachment } from './present-message.ts'
import { holdMessage } from './raise-delivery.ts'
import { type NoteDeps, noteSound } from './transcripts/note-sound.ts'
import { callAgent } from './transcripts/settle-transcript.ts'
import { loadView } from './view.ts'

/** See `Conversations.hold`. */
export async function holdWithPast(tx: Tx, tenantId: string, messageId: string): Promise<void> {
  if (!(await holdPast(tx, tenantId, messageId))) await holdMessage(tx, tenantId, { id: messageId })
}

/** Adds a file that arrived later to its message, and emits the change. */
export async function setAttachment(
  tx: Tx,
  deps: NoteDeps & Pick<Deps, 'clock' | 'config'>,
  files: Pick<Files, 'ofMessage'>,
  { tenantId, messageId, learned, at }: { tenantId: string; messageId: string; learned: Attachment; at: Date },
): Promise<void> {
  if (await setPastAttachment(tx, tenantId, messageId, learned)) return
  const row = await complete(
    tx,
    { tenantId, messageId },
    async ({ attachment, role, type, transcript, aboutFile }) => {
      const file = { tenantId, messageId, type, at }
      return {
        attachment: { ...readAttachment(attachment), ...learned },
        transcript: (await noteSound(tx, deps, files, file)) ?? transcript,
        aboutFile: (role === 'humano' ? await noteDocument(tx, deps, files, file) : null) ?? aboutFile,
      }
    },
    at,
  )
  // An agent waits for the files of the lead's messages. If this file is not processed further, the agent need not wait longer.
  const isAwaited = row?.transcript?.state === 'waiting' || row?.aboutFile?.state === 'reading'
  if (row?.role === 'humano' && !isAwaited && (deps.transcriber || row.type === 'document' || row.type === 'image'))
    await callAgent(tx, deps, row, { storedAt: at, isDone: false })
}

/** See `Conversations.loseFile`. */
export async function loseFile(tx: Tx, tenantId: string, messageId: string, reason: string, at: Date): Promise<void> {
  // Removes the URL, because there is no file.
  const lost = { url: undefined, state: 'refused', reason }
  if (await setPastAttachment(tx, tenantId, messageId, lost)) return
  const learn = async ({ attachment }: MessageRow) => ({ attachment: { ...readAttachment(attachment), ...lost } })
  await complete(tx, { tenantId, messageId }, learn, at)
}

/** Displays the image of the advertisement from which a message came. */
export async function showAdPicture(tx: Tx, tenantId: string, messageId: string, at: Date): Promise<void> {
  await complete(tx, { tenantId, messageId }, async ({ meta }) => ({ meta: { ...meta, adPicture: true } }), at)
}

async function complete(
  tx: Tx,
  { tenantId, messageId }: { tenantId: string; messageId: string },
  learn: (row: MessageRow) => Promise<Partial<Pick<MessageRow, 'attachment' | 'meta' | 'transcript' | 'aboutFile'>>>,
  at: Date,
): Promise<MessageRow | null> {
  const row = await holdMessage(tx, tenantId, { id: messageId })
  if (!row) return null
  const learned = await learn(row)
  await tx.db
    .update(messages)
    .set({ ...learned, changedAt: at })
    .where(ofTenant(messages, tenantId, eq(messages.id, messageId)))
  const { lead_id: leadId } = await loadView(tx.db, tenantId, row.conversationId)
  const message = presentMessage({ ...row, ...learned })
  tx.emit({ name: 'message.changed', payload: { tenantId, leadId, conversationId: row.conversationId, message } })
  return { ...row, ...learned }
}
