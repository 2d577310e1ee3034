import { type Attachment, type SentMediaType, sentMediaType } from '@prosa/contract/entities/conversations/message'
import { id } from '@prosa/contract/fields'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import type { FileRow } from '../../files/ports.ts'
import { getStructuredContent } from './structured-content.ts'

const fileMeta = z.object({ file: z.object({ id, as: sentMediaType }) })

/** File of a message, and the form in which it is sent. */
export interface SentFile {
  id: string
  as: SentMediaType
}

/** Returns the file with which an outgoing message was sent, or null if it has none or is a message of another channel. */
export const getSentFile = (meta: unknown): SentFile | null => fileMeta.safeParse(meta).data?.file ?? null

/** Returns the displayed type of a message: for a template with a file or a place, the type of that. */
export function getDisplayedType({
  type,
  meta,
  attachment,
}: Pick<typeof messages.$inferSelect, 'type' | 'meta' | 'attachment'>): string {
  if (type !== 'template') return type
  return getSentFile(meta)?.as ?? (getStructuredContent({ type, attachment, meta: null }) ? 'location' : type)
}

/** The same as an SQL expression, for selecting rows by type. Null for a template without a file. */
export const DISPLAYED_TYPE_SQL: SQL<string | null> =
  sql`CASE WHEN ${messages.type} = 'template' THEN ${messages.meta}->'file'->>'as' ELSE ${messages.type} END`

/** Preview in the list for a file without a caption. */
const PREVIEWS: Readonly<Record<SentMediaType, string>> = {
  image: 'Imagem',
  video: 'Vídeo',
  voice: 'Áudio',
  audio: 'Áudio',
  document: 'Documento',
}

/** Returns the stored fields of a message with a file. */
export function toFileMessageFields(messageId: string, caption: string, { row, as }: { row: FileRow; as: SentMediaType }) {
  const attachment: Attachment = {
    url: `/api/media/${messageId}`,
    mime_type: row.mimeType,
    filename: row.filename,
    size: row.size,
    ...(as === 'voice' ? { voice: true } : {}),
    ...(row.durationMs === null ? {} : { duration_ms: row.durationMs }),
  }
  return {
    id: messageId,
    type: as === 'voice' ? 'audio' : as,
    attachment,
    meta: { file: { id: row.id, as } },
    ...(caption === '' ? { preview: PREVIEWS[as] } : {}),
  }
}
