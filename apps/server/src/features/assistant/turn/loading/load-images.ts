import type { Deps } from '../../../../platform/deps.ts'
import type { Files } from '../../../files/ports.ts'
import type { DatedMessage } from '../../model/history.ts'
import { type LeadImage, MAX_FILE_MESSAGES } from '../../model/number-files.ts'

/** Limits per request to the language model: number of images, and their total size in bytes (SEE-01). */
const MAX_IMAGES = 4
const MAX_IMAGES_BYTES = 10 * 1024 * 1024

/** Loads the newest images that have no description yet, oldest first. Skips images that cannot be loaded. */
export async function loadImages(
  { db }: Pick<Deps, 'db'>,
  files: Pick<Files, 'findByMessage' | 'readImageForModel'>,
  tenantId: string,
  history: readonly DatedMessage[],
): Promise<LeadImage[]> {
  const newest = history
    .filter(({ fromLead }) => fromLead)
    .slice(-MAX_FILE_MESSAGES)
    .filter(({ type, fileSummary }) => type === 'image' && !fileSummary)
    .toReversed()
  const images: LeadImage[] = []
  let remainingBytes = MAX_IMAGES_BYTES
  for (const { seq, messageId } of newest) {
    if (seq === undefined || messageId === undefined) continue
    const file = await db.tenant(tenantId, (tx) => files.findByMessage(tx, tenantId, messageId))
    const bytes = file && (await files.readImageForModel(file))
    if (!bytes) continue
    remainingBytes -= bytes.length
    if (remainingBytes < 0 || images.push({ seq, bytes }) === MAX_IMAGES) break
  }
  return images.toReversed()
}
