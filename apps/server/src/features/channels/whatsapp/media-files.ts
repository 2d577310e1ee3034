import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { media } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { Jobs } from '../../../kernel/job-names.ts'
import { partOf } from '../../../kernel/part-of.ts'
import type { Conversations } from '../../conversations/ports.ts'
import { accountOf, findNumber } from './numbers.ts'

const MB = 1024 * 1024
/** Meta's own limits; a figure that is larger is not one of its. */
const MAX_BYTES: Readonly<Record<string, number>> = {
  image: 5 * MB,
  sticker: 5 * MB,
  audio: 16 * MB,
  video: 16 * MB,
  document: 100 * MB,
}

const REASONS = {
  'too-large': 'O arquivo é maior do que o WhatsApp permite.',
  altered: 'O arquivo chegou diferente do que foi enviado.',
  foreign: 'O endereço do arquivo não é da Meta.',
  gone: 'O WhatsApp não tem mais este arquivo.',
} as const

export type MediaRow = typeof media.$inferSelect

/** Where a file lies: below its tenant, under a name that is ours. */
export const mediaFolder = ({ config }: Pick<Deps, 'config'>, tenantId: string): string => join(config.dataDir, 'media', tenantId)

export async function findMedia(tx: Tx, tenantId: string, messageId: string): Promise<MediaRow | null> {
  const [row] = await tx.db
    .select()
    .from(media)
    .where(and(eq(media.tenantId, tenantId), eq(media.messageId, messageId)))
  return row ?? null
}

/** Fetches a lead's file from Meta, checks it and puts it where its tenant can open it. A throw makes the job try again later. */
export async function fetchMediaFile(
  deps: Pick<Deps, 'db' | 'config' | 'whatsapp' | 'log'>,
  conversations: Pick<Conversations, 'setAttachment'>,
  { tenantId, messageId }: Jobs['fetch-media'],
): Promise<void> {
  const { row, number } = await deps.db.tenant(tenantId, async (tx) => {
    const row = await findMedia(tx, tenantId, messageId)
    return { row, number: row && (await findNumber(tx, tenantId, row.numberId)) }
  })
  // Its lead was erased; what an attempt that was cut off has left went then, or goes now.
  if (!row) return removeFile(deps, tenantId, messageId)
  if (row.state !== 'waiting' || !number) return
  const path = join(mediaFolder(deps, tenantId), messageId)
  const outcome = await deps.whatsapp.fetchMedia(accountOf(deps, number), {
    providerId: row.providerId,
    sha256: row.sha256,
    maxBytes: MAX_BYTES[row.kind] ?? MB,
    path,
  })
  if (outcome.kind === 'later') throw new Error('WhatsApp did not give the file')
  const mine = and(eq(media.tenantId, tenantId), eq(media.messageId, messageId))
  await deps.db.tenant(tenantId, async (tx) => {
    if (outcome.kind === 'never') {
      deps.log.warn({ messageId, reason: outcome.reason }, 'a file of a lead was refused')
      await tx.db.update(media).set({ state: 'refused', reason: REASONS[outcome.reason] }).where(mine)
      return
    }
    const mimeType = row.mimeType ?? outcome.mimeType
    const kept = await tx.db
      .update(media)
      .set({ state: 'stored', size: outcome.size, mimeType })
      .where(mine)
      .returning({ id: media.messageId })
    // Its lead was erased meanwhile.
    if (kept.length === 0) return removeFile(deps, tenantId, messageId)
    await conversations.setAttachment(tx, tenantId, messageId, {
      url: `/api/media/${messageId}`,
      size: outcome.size,
      mime_type: mimeType,
    })
  })
}

/** Removes files of a lead that was erased. */
export async function eraseFiles(deps: Pick<Deps, 'config'>, { tenantId, messageIds }: Jobs['erase-files']): Promise<void> {
  for (const id of messageIds) await removeFile(deps, tenantId, id)
}

/** The file and the half of it that a download may have left. */
async function removeFile(deps: Pick<Deps, 'config'>, tenantId: string, messageId: string): Promise<void> {
  const path = join(mediaFolder(deps, tenantId), messageId)
  for (const file of [path, partOf(path)]) await rm(file, { force: true })
}
