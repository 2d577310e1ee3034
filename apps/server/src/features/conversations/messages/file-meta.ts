import { type Attachment, type SentMediaType, sentMediaType } from '@prosa/contract/entities/conversations/message'
import { id } from '@prosa/contract/fields'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import type { FileRow } from '../../files/ports.ts'
import { getStructuredContent } from './structured-content.ts'

const fileMeta = z.object({ file: z.object({ id, as: sentMediaType }) })

/** File of a message and the media type under which the file is sent. */
export interface SentFile {
  id: string
  as: SentMediaType
}

/** Parses the file of an outgoing message from the `meta` of the message. Returns null if there is none. */
export const getSentFile = (meta: unknown): SentFile | null => fileMeta.safeParse(meta).data?.file ?? null

/**
 * Returns the type by which a message is displayed. A template with a file or a location is displayed as that file or location.
 */
export function getDisplayedType({
  type,
  meta,
  attachment,
}: Pick<typeof messages.$inferSelect, 'type' | 'meta' | 'attachment'>): string {
  if (type !== 'template') return type
  return getSentFile(meta)?.as ?? (getStructuredContent({ type, attachment, meta: null }) ? 'location' : type)
}

/** SQL expression for the displayed type of a message, to select rows by type. NULL for a template without a file. */
export const DISPLAYED_TYPE_SQL: SQL<string | null> =
  sql`CASE WHEN ${messages.type} = 'template' THEN ${messages.meta}->'file'->>'as' ELSE ${messages.type} END`

/** Texts that the conversation list shows for a file without a caption. */
const PREVIEWS: Readonly<Record<SentMediaType, string>> = {
  image: 'Imagem',
  video: 'Vídeo',
  voice: 'Áudio',
  audio: 'Áudio',
  document: 'Documento',
}

/**
 * Returns the fields of a message row that describe the file of the message. If `caption` is empty, includes a preview for the conversation
 * list.
 */
export function toFileMessageFields(
  messageId: string,
  caption: string,
  { file, mediaType }: { file: FileRow; mediaType: SentMediaType },
) {
  const attachment: Attachment = {
    url: `/api/media/${messageId}`,
    mime_type: file.mimeType,
    filename: file.filename,
    size: file.size,
    ...(mediaType === 'voice' ? { voice: true } : {}),
    ...(file.durationMs === null ? {} : { duration_ms: file.durationMs }),
  }
  return {
    id: messageId,
    type: mediaType === 'voice' ? 'audio' : mediaType,
    attachment,
    meta: { file: { id: file.id, as: mediaType } },
    ...(caption === '' ? { preview: PREVIEWS[mediaType] } : {}),
  }
}
