import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { media } from '../../../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { getAdImageId } from '../../../../platform/files/ad-image-id.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import type { Conversations } from '../../../conversations/ports.ts'
import type { Files } from '../../../files/ports.ts'

const MAX_AD_IMAGE_BYTES = 5 * 1024 * 1024

/** Schedules the download of the image of the advertisement that led to a message (WIRE-21). */
export async function scheduleAdImageDownload(
  tx: Tx,
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  { tenantId, numberId, messageId, url }: { tenantId: string; numberId: string; messageId: string; url: string },
): Promise<void> {
  const createdAt = clock.now()
  await tx.db.insert(media).values({ tenantId, messageId: getAdImageId(messageId), numberId, kind: 'image', createdAt })
  await jobs.send(tx, 'fetch-ad-picture', { tenantId, messageId, url }, { key: messageId })
}

/** Marks the image of an advertisement as refused, because every attempt to download or inspect it crashed the process. */
export async function markAdImageFailed(
  { db }: Pick<Deps, 'db'>,
  { files }: { files: Pick<Files, 'discardIncomingAndStored'> },
  { tenantId, messageId }: JobPayloads['fetch-ad-picture'],
): Promise<void> {
  const adImageId = getAdImageId(messageId)
  const pendingCondition = whereTenant(media, tenantId, eq(media.messageId, adImageId), eq(media.state, 'waiting'))
  await db.tenant(tenantId, (tx) => tx.db.update(media).set({ state: 'refused', reason: 'unreadable' }).where(pendingCondition))
  await files.discardIncomingAndStored(tenantId, adImageId)
}

/**
 * Downloads the image of an advertisement and adds it to the message that the advertisement led to.
 * @throws if the download should be retried later
 */
export async function downloadAdImage(
  { db, whatsapp, clock, log }: Pick<Deps, 'db' | 'whatsapp' | 'clock' | 'log'>,
  {
    conversations,
    files,
  }: {
    conversations: Pick<Conversations, 'lockMessageForUpdate' | 'setAdImageAvailable'>
    files: Pick<
      Files,
      | 'storeIncomingBytes'
      | 'scanAndCopyIncomingBytes'
      | 'storeReceivedFile'
      | 'discardIncomingAndStored'
      | 'discardIncoming'
      | 'hasStorageForLeadFile'
    >
  },
  { tenantId, messageId, url }: JobPayloads['fetch-ad-picture'],
): Promise<void> {
  const adImageId = getAdImageId(messageId)
  const mediaCondition = whereTenant(media, tenantId, eq(media.messageId, adImageId))
  const [mediaRow] = await db.tenant(tenantId, (tx) => tx.db.select({ state: media.state }).from(media).where(mediaCondition))
  // The lead was erased, or the message was deleted.
  if (!mediaRow) return files.discardIncomingAndStored(tenantId, adImageId)
  // Another attempt has finished, but may have been interrupted before it removed its temporary bytes.
  if (mediaRow.state !== 'waiting') return files.discardIncomingAndStored(tenantId, adImageId)
  const outcome = await whatsapp.fetchImage({
    url,
    maxBytes: MAX_AD_IMAGE_BYTES,
    store: (bytes) => files.storeIncomingBytes(tenantId, adImageId, bytes),
  })
  if (outcome.kind === 'later') throw new Error('WhatsApp did not give the picture')
  const isInfected =
    outcome.kind !== 'never' && (await files.scanAndCopyIncomingBytes(tenantId, adImageId, outcome.sha256)) === 'infected'
  const isStored = await db.tenant(tenantId, async (tx) => {
    if (outcome.kind === 'never' || isInfected || !(await files.hasStorageForLeadFile(tx, tenantId, outcome.size))) {
      const reason = outcome.kind === 'never' ? outcome.reason : isInfected ? 'infected' : 'no-room'
      log.warn({ messageId, reason }, 'the picture of an advertisement was refused')
      // A slow attempt may arrive here after another one has finished. It must not overwrite that result.
      await tx.db
        .update(media)
        .set({ state: 'refused', reason })
        .where(and(mediaCondition, eq(media.state, 'waiting')))
      return false
    }
    const { size, sha256, mimeType } = outcome
    await conversations.lockMessageForUpdate(tx, tenantId, messageId)
    if (!(await files.storeReceivedFile(tx, { tenantId, messageId: adImageId, size, sha256, mimeType, durationMs: null })))
      return false
    await conversations.setAdImageAvailable(tx, tenantId, messageId, clock.now())
    return true
  })
  await (isStored ? files.discardIncoming(tenantId, adImageId) : files.discardIncomingAndStored(tenantId, adImageId))
}
