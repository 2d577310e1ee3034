import type { FileKind } from '@prosa/contract/entities/files/file'
import type { LeadFile } from '@prosa/contract/entities/files/lead-file'
import { desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { buildTimeCursorCondition, formatTimeCursor } from '../../../platform/database/queries/time-cursor.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, leads, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { importedMessages } from '../../../platform/database/schema/whatsapp/imported-history.ts'
import { errors } from '../../../platform/errors.ts'
import { DISPLAYED_TYPE_SQL } from '../messages/file-meta.ts'
import { presentAttachment } from '../messages/present-message.ts'

const PAGE_SIZE = 30
const KINDS: readonly FileKind[] = ['image', 'video', 'audio', 'document']

interface FilesQuery {
  kind?: FileKind | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/**
 * Lists the files in all conversations of a lead and in their imported history, newest first.
 * @throws 404 if the lead has no conversation, 400 for an invalid cursor
 */
export async function listLeadFiles(
  tx: Tx,
  tenantId: string,
  leadId: string,
  { kind, cursor, limit = PAGE_SIZE }: FilesQuery,
): Promise<{ files: LeadFile[]; nextCursor: string | null }> {
  const conversationIds = isUuid(leadId) ? await listConversationIds(tx, tenantId, leadId) : []
  if (conversationIds.length === 0) throw errors.notFound()
  const types = kind ? [kind] : [...KINDS]
  const pages: LeadFile[][] = []
  // Queries each conversation and table separately, because the database index is sorted only within a conversation.
  for (const conversationId of conversationIds)
    pages.push(
      await listMessageFiles(tx, { tenantId, conversationId }, { types, cursor, limit: limit + 1 }),
      await listImportedFiles(tx, { tenantId, conversationId }, { types, cursor, limit: limit + 1 }),
    )
  const all = pages.flat().sort((a, b) => b.timestamp.localeCompare(a.timestamp) || b.message_id.localeCompare(a.message_id))
  const files = all.slice(0, limit)
  const last = files.at(-1)
  return { files, nextCursor: all.length > limit && last ? formatTimeCursor(new Date(last.timestamp), last.message_id) : null }
}

/** Returns the ids of a lead's conversations, except merged ones. Returns none for an erased lead. */
async function listConversationIds(tx: Tx, tenantId: string, leadId: string): Promise<string[]> {
  const rows = await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(leads, whereTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .where(
      whereTenant(
        conversations,
        tenantId,
        eq(conversations.leadId, leadId),
        isNull(conversations.mergedInto),
        isNull(leads.erasedAt),
      ),
    )
  return rows.map(({ id }) => id)
}

interface ConversationKey {
  tenantId: string
  conversationId: string
}

interface FilePageQuery {
  types: FileKind[]
  cursor: string | undefined
  limit: number
}

async function listMessageFiles(
  tx: Tx,
  { tenantId, conversationId }: ConversationKey,
  { types, cursor, limit }: FilePageQuery,
): Promise<LeadFile[]> {
  const rows = await tx.db
    .select({
      id: messages.id,
      role: messages.role,
      type: DISPLAYED_TYPE_SQL,
      attachment: messages.attachment,
      at: messages.createdAt,
    })
    .from(messages)
    .where(
      whereTenant(
        messages,
        tenantId,
        eq(messages.conversationId, conversationId),
        isNotNull(messages.attachment),
        hasUrlCondition(sql`${messages.attachment}`),
        inArray(DISPLAYED_TYPE_SQL, types),
        cursor === undefined ? undefined : buildTimeCursorCondition(messages.createdAt, messages.id, cursor),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit)
  return rows.flatMap((row) => presentLeadFile(row, conversationId))
}

async function listImportedFiles(
  tx: Tx,
  { tenantId, conversationId }: ConversationKey,
  { types, cursor, limit }: FilePageQuery,
): Promise<LeadFile[]> {
  const rows = await tx.db
    .select({
      id: importedMessages.id,
      role: importedMessages.role,
      type: importedMessages.type,
      attachment: importedMessages.attachment,
      at: importedMessages.saidAt,
    })
    .from(importedMessages)
    .where(
      whereTenant(
        importedMessages,
        tenantId,
        eq(importedMessages.conversationId, conversationId),
        isNotNull(importedMessages.attachment),
        hasUrlCondition(sql`${importedMessages.attachment}`),
        inArray(importedMessages.type, types),
        cursor === undefined ? undefined : buildTimeCursorCondition(importedMessages.saidAt, importedMessages.id, cursor),
      ),
    )
    .orderBy(desc(importedMessages.saidAt), desc(importedMessages.id))
    .limit(limit)
  return rows.flatMap((row) => presentLeadFile(row, conversationId))
}

/** Returns the SQL condition for attachments whose file is stored. Other attachments, such as a location, are not listed as files. */
const hasUrlCondition = (attachment: SQL): SQL => sql`${attachment}->>'url' IS NOT NULL`

type MessageFileRow = Pick<typeof messages.$inferSelect, 'id' | 'role' | 'attachment'> & { type: string | null; at: Date }

function presentLeadFile(
  { id, role, type, attachment: storedAttachment, at }: MessageFileRow,
  conversationId: string,
): LeadFile[] {
  const kind = KINDS.find((candidate) => candidate === type)
  const attachment = kind ? presentAttachment({ type: kind, attachment: storedAttachment }) : null
  if (!kind || !attachment) return []
  return [{ message_id: id, conversation_id: conversationId, kind, role, timestamp: at.toISOString(), attachment }]
}
