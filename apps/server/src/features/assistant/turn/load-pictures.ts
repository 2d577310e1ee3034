import type { Deps } from '../../../kernel/deps.ts'
import type { Files } from '../../files/ports.ts'
import { type Picture, RECENT } from '../model/files.ts'
import type { DatedMessage } from '../model/history.ts'

/** Maximum number and total size in bytes of images per model call (SEE-01). */
const MOST = 4
const MOST_BYTES = 10 * 1024 * 1024

/** Loads the lead's newest images that have no description yet, oldest first. */
export async function loadPictures(
  { db }: Pick<Deps, 'db'>,
  files: Pick<Files, 'ofMessage' | 'pictureForModel'>,
  tenantId: string,
  history: readonly DatedMessage[],
): Promise<Picture[]> {
  const newest = history
    .filter(({ fromLead }) => fromLead)
    .slice(-RECENT)
    .filter(({ type, about }) => type === 'image' && !about)
    .toReversed()
  const shown: Picture[] = []
  let left = MOST_BYTES
  for (const { seq, messageId } of newest) {
    if (seq === undefined || messageId === undefined) continue
    const file = await db.tenant(tenantId, (tx) => files.ofMessage(tx, tenantId, messageId))
    const bytes = file && (await files.pictureForModel(file))
    if (!bytes) continue
    left -= bytes.length
    if (left < 0 || shown.push({ seq, bytes }) === MOST) break
  }
  return shown.toReversed()
}
