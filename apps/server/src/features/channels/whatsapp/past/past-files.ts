import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../../kernel/db/database.ts'
import { ofTenant } from '../../../../kernel/db/of-tenant.ts'
import { oneOf } from '../../../../kernel/db/one-of.ts'
import { media } from '../../../../kernel/db/schema/files.ts'
import { whatsappEvents } from '../../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../../kernel/deps.ts'
import { erasedKey } from '../../../../kernel/erased-key.ts'
import { parseStorable } from '../../../../kernel/storable.ts'
import { marksOf } from '../keep-events.ts'
import type { ForNumber } from '../numbers.ts'
import { purgeWithinADay } from '../purge-events.ts'
import { readMessage, type WaitingFile } from '../read-message.ts'
import { erasedPerson, pastKey } from './keys.ts'
import type { ImportDeps, ImportPorts } from './parts.ts'
import type { History } from './read-history.ts'

type FilesDeps = Pick<Deps, 'jobs'>

/** Schedules the download of a file of an imported message. */
export async function awaitPastFile(
  tx: Tx,
  { jobs }: FilesDeps,
  { tenantId, numberId, messageId, file }: ForNumber & { messageId: string; file: WaitingFile },
  at: Date,
): Promise<void> {
  const { url, ...kept } = file
  const [waits] = await tx.db
    .insert(media)
    .values({ tenantId, messageId, numberId, ...kept, createdAt: at })
    .onConflictDoNothing()
    .returning({ messageId: media.messageId })
  if (waits) await jobs.send(tx, 'fetch-media', { tenantId, messageId, ...(url ? { url } : {}) }, { key: messageId })
}

/** Number of files that one transaction stores. */
const SLICE = 100

/** Stores files that arrive in a webhook of their own, in any order. Each is added to its message, or kept until the message arrives. */
export async function holdFiles(deps: ImportDeps, ports: ImportPorts, place: ForNumber, files: History['files']): Promise<void> {
  for (let from = 0; from < files.length; from += SLICE) await holdSlice(deps, ports, place, files.slice(from, from + SLICE))
}

const holdSlice = (
  { db, jobs, clock }: ImportDeps,
  ports: ImportPorts,
  place: ForNumber,
  files: History['files'],
): Promise<void> =>
  db.tenant(place.tenantId, async (tx) => {
    const at = clock.now()
    const marksIn = ({ channelId, sender }: History['files'][number]) => [erasedKey(pastKey(channelId)), erasedPerson(sender)]
    const marks = new Set(await marksOf(tx, place, files.flatMap(marksIn)))
    for (const file of files) {
      if (marksIn(file).some((mark) => marks.has(mark))) continue
      const { channelId, sender, message } = file
      if (await fill(tx, { jobs }, ports, place, { channelId, message }, at)) continue
      await tx.db
        .insert(whatsappEvents)
        .values({
          ...place,
          kind: 'waiting',
          key: pastKey(channelId),
          sender,
          payload: JSON.stringify({ message }),
          place: 0,
          receivedAt: at,
          // Marked as processed, because it is not processed in order but looked up when its message arrives.
          processedAt: at,
        })
        .onConflictDoNothing()
    }
    await purgeWithinADay(tx, { jobs }, place.tenantId)
  })

const kept = z.object({ message: z.unknown() })

/** Adds the files that arrived earlier to these imported messages. */
export async function fillWaiting(
  tx: Tx,
  deps: FilesDeps,
  ports: ImportPorts,
  place: ForNumber,
  added: readonly { channelId: string }[],
  at: Date,
): Promise<void> {
  if (added.length === 0) return
  const waiting = await tx.db
    .delete(whatsappEvents)
    .where(
      and(
        ofTenant(whatsappEvents, place.tenantId, eq(whatsappEvents.numberId, place.numberId)),
        eq(whatsappEvents.kind, 'waiting'),
        oneOf(
          whatsappEvents.key,
          added.map(({ channelId }) => pastKey(channelId)),
        ),
      ),
    )
    .returning({ key: whatsappEvents.key, payload: whatsappEvents.payload })
  for (const { key, payload } of waiting) {
    const { message } = kept.parse(parseStorable(payload ?? '{}'))
    await fill(tx, deps, ports, place, { channelId: key.slice(pastKey('').length), message }, at)
  }
}

/** Adds a file to an imported message. Returns false if there is no message with this id. */
async function fill(
  tx: Tx,
  deps: FilesDeps,
  { conversations }: ImportPorts,
  place: ForNumber,
  { channelId, message }: { channelId: string; message: unknown },
  at: Date,
): Promise<boolean> {
  const { type, content, attachment, meta, file } = readMessage(message)
  const { found, messageId } = await conversations.fillPast(tx, {
    tenantId: place.tenantId,
    channelId,
    type,
    content,
    attachment,
    meta,
  })
  if (messageId && file) await awaitPastFile(tx, deps, { ...place, messageId, file }, at)
  return found
}
