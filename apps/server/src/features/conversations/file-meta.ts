import { type Attachment, type SendAs, sendAs } from '@prosa/contract/entities/message'
import { id } from '@prosa/contract/fields'
import { eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { messages } from '../../kernel/db/schema/conversations.ts'
import type { FileRow } from '../files/ports.ts'
import { carriedBy } from './carried.ts'
import { templateOf } from './template-meta.ts'

const withFile = z.object({ file: z.object({ id, as: sendAs }) })

/** Which file a message is sent with, and how. */
export interface SentFile {
  id: string
  as: SendAs
}

/** How a message remembers the file that it was sent with; null for one that carries none, or that another channel brought. */
export const sentFileOf = (meta: unknown): SentFile | null => withFile.safeParse(meta).data?.file ?? null

/** As what a message is shown: a template with a file or a place as what it carries. */
export function shownType({
  type,
  meta,
  attachment,
}: Pick<typeof messages.$inferSelect, 'type' | 'meta' | 'attachment'>): string {
  if (type !== 'template') return type
  return sentFileOf(meta)?.as ?? (carriedBy({ type, attachment, meta: null }) ? 'location' : type)
}

/** The same to choose rows by; null: a template without a file. */
export const SHOWN_TYPE: SQL<string | null> =
  sql`CASE WHEN ${messages.type} = 'template' THEN ${messages.meta}->'file'->>'as' ELSE ${messages.type} END`

export const OTHER_FILE = 'Esta chave de envio já foi usada com outro arquivo.'

/** With which file a message was sent, and as which template. */
export async function sentAs(tx: Tx, tenantId: string, messageId: string) {
  const [row] = await tx.db
    .select({ meta: messages.meta })
    .from(messages)
    .where(ofTenant(messages, tenantId, eq(messages.id, messageId)))
  return { file: sentFileOf(row?.meta), template: templateOf(row?.meta) }
}

export const isSameFile = (a: SentFile | null | undefined, b: SentFile | null | undefined): boolean =>
  a?.id === b?.id && a?.as === b?.as

/** What the list shows for a message without words. */
const PREVIEWS: Readonly<Record<SendAs, string>> = {
  image: 'Imagem',
  video: 'Vídeo',
  voice: 'Áudio',
  audio: 'Áudio',
  document: 'Documento',
}

/** What a message is when it carries a file. */
export function messageOfFile(messageId: string, caption: string, { row, as }: { row: FileRow; as: SendAs }) {
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
