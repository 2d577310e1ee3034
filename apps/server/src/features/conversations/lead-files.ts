import type { FileKind } from '@prosa/contract/entities/file'
import type { LeadFile } from '@prosa/contract/entities/lead-file'
import { desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversations, leads, messages } from '../../kernel/db/schema/conversations.ts'
import { pastMessages } from '../../kernel/db/schema/past.ts'
import { beforeCursor, timeCursor } from '../../kernel/db/time-cursor.ts'
import { errors } from '../../kernel/errors.ts'
import { SHOWN_TYPE } from './file-meta.ts'
import { presentAttachment } from './present-message.ts'

const PAGE = 30
const KINDS: readonly FileKind[] = ['image', 'video', 'audio', 'document']

interface FilesQuery {
  kind?: FileKind | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** Returns a lead's files, newest first, from its conversations and their imported history. @throws 404, or 400 for an invalid cursor */
export async function listLeadFiles(
  tx: Tx,
  tenantId: string,
  leadId: string,
  { kind, cursor, limit = PAGE }: FilesQuery,
): Promise<{ files: LeadFile[]; nextCursor: string | null }> {
  const places = isUuid(leadId) ? await placesOf(tx, tenantId, leadId) : []
  if (places.length === 0) throw errors.notFound()
  const types = kind ? [kind] : [...KINDS]
  const pages: LeadFile[][] = []
  // One query per conversation and table, because the index is sorted within a conversation.
  for (const conversationId of places)
    pages.push(
      await ofMessages(tx, { tenantId, conversationId }, { types, cursor, limit: limit + 1 }),
      await ofPast(tx, { tenantId, conversationId }, { types, cursor, limit: limit + 1 }),
    )
  const all = pages.flat().sort((a, b) => b.timestamp.localeCompare(a.timestamp) || b.message_id.localeCompare(a.message_id))
  const files = all.slice(0, limit)
  const last = files.at(-1)
  return { files, nextCursor: all.length > limit && last ? timeCursor(new Date(last.timestamp), last.message_id) : null }
}

/** Returns the ids of the lead's conversations. */
async function placesOf(tx: Tx, tenantId: string, leadId: string): Promise<string[]> {
  const rows = await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(leads, ofTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .where(
      ofTenant(
        conversations,
        tenantId,
        eq(conversations.leadId, leadId),
        isNull(conversations.mergedInto),
        isNull(leads.erasedAt),
      ),
    )
  return rows.map(({ id }) => id)
}

interface Where {
  tenantId: string
  conversationId: string
}

interface Wanted {
  types: FileKind[]
  cursor: string | undefined
  limit: number
}

async function ofMessages(tx: Tx, { tenantId, conversationId }: Where, { types, cursor, limit }: Wanted): Promise<LeadFile[]> {
  const rows = await tx.db
    .select({
      id: messages.id,
      role: messages.role,
      type: SHOWN_TYPE,
      attachment: messages.attachment,
      at: messages.createdAt,
    })
    .from(messages)
    .where(
      ofTenant(
        messages,
        tenantId,
        eq(messages.conversationId, conversationId),
        isNotNull(messages.attachment),
        hasAddress(sql`${messages.attachment}`),
        inArray(SHOWN_TYPE, types),
        cursor === undefined ? undefined : beforeCursor(messages.createdAt, messages.id, cursor),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit)
  return rows.flatMap((row) => present(row, conversationId))
}

async function ofPast(tx: Tx, { tenantId, conversationId }: Where, { types, cursor, limit }: Wanted): Promise<LeadFile[]> {
  const rows = await tx.db
    .select({
      id: pastMessages.id,
      role: pastMessages.role,
      type: pastMessages.type,
      attachment: pastMessages.attachment,
      at: pastMessages.saidAt,
    })
    .from(pastMessages)
    .where(
      ofTenant(
        pastMessages,
        tenantId,
        eq(pastMessages.conversationId, conversationId),
        isNotNull(pastMessages.attachment),
        hasAddress(sql`${pastMessages.attachment}`),
        inArray(pastMessages.type, types),
        cursor === undefined ? undefined : beforeCursor(pastMessages.saidAt, pastMessages.id, cursor),
      ),
    )
    .orderBy(desc(pastMessages.saidAt), desc(pastMessages.id))
    .limit(limit)
  return rows.flatMap((row) => present(row, conversationId))
}

/** Condition for files that are stored. Others are only displayed in the conversation. */
const hasAddress = (attachment: SQL): SQL => sql`${attachment}->>'url' IS NOT NULL`

type FileRow = Pick<typeof messages.$inferSelect, 'id' | 'role' | 'attachment'> & { type: string | null; at: Date }

function present({ id, role, type, attachment: kept, at }: FileRow, conversationId: string): LeadFile[] {
  const kind = KINDS.find((one) => one === type)
  const attachment = kind ? presentAttachment({ type: kind, attachment: kept }) : null
  if (!kind || !attachment) return []
  return [{ message_id: id, conversation_id: conversationId, kind, role, timestamp: at.toISOString(), attachment }]
}
