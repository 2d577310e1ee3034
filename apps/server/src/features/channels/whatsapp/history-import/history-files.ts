import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../../platform/database/database.ts'
import { equalsAny } from '../../../../platform/database/queries/equals-any.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { media } from '../../../../platform/database/schema/conversations/files.ts'
import { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { parseStorableJson } from '../../../../platform/json/storable-json.ts'
import { findErasureMarks } from '../inbound/insert-events.ts'
import { type PendingFile, parseMessage } from '../inbound/parse-message.ts'
import { hashErasedMessageId } from '../lead-data/hash-erased-message-id.ts'
import type { NumberRef } from '../numbers/numbers.ts'
import { scheduleEventPurge } from '../webhook/purge-events.ts'
import { toErasedPersonKey, toImportedMessageKey } from './history-keys.ts'
import type { ImportDeps, ImportPorts } from './import-ports.ts'
import type { ParsedHistory } from './parse-history.ts'

type HistoryFileDeps = Pick<Deps, 'jobs'>

/** Schedules the download of a file of an imported message. */
export async function scheduleHistoryFileDownload(
  tx: Tx,
  { jobs }: HistoryFileDeps,
  { tenantId, numberId, messageId, file }: NumberRef & { messageId: string; file: PendingFile },
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
const FILES_PER_TRANSACTION = 100

/** Stores files that arrive in a webhook of their own, in any order. Each is added to its message, or kept until the message arrives. */
export async function storeHistoryFiles(
  deps: ImportDeps,
  ports: ImportPorts,
  place: NumberRef,
  files: ParsedHistory['files'],
): Promise<void> {
  for (let from = 0; from < files.length; from += FILES_PER_TRANSACTION)
    await storeFilesSlice(deps, ports, place, files.slice(from, from + FILES_PER_TRANSACTION))
}

const storeFilesSlice = (
  { db, jobs, clock }: ImportDeps,
  ports: ImportPorts,
  place: NumberRef,
  files: ParsedHistory['files'],
): Promise<void> =>
  db.tenant(place.tenantId, async (tx) => {
    const at = clock.now()
    const marksIn = ({ channelId, sender }: ParsedHistory['files'][number]) => [
      hashErasedMessageId(toImportedMessageKey(channelId)),
      toErasedPersonKey(sender),
    ]
    const marks = new Set(await findErasureMarks(tx, place, files.flatMap(marksIn)))
    for (const file of files) {
      if (marksIn(file).some((mark) => marks.has(mark))) continue
      const { channelId, sender, message } = file
      if (await attachHistoryFile(tx, { jobs }, ports, place, { channelId, message }, at)) continue
      await tx.db
        .insert(whatsappEvents)
        .values({
          ...place,
          kind: 'waiting',
          key: toImportedMessageKey(channelId),
          sender,
          payload: JSON.stringify({ message }),
          place: 0,
          receivedAt: at,
          // Marked as processed, because it is not processed in order but looked up when its message arrives.
          processedAt: at,
        })
        .onConflictDoNothing()
    }
    await scheduleEventPurge(tx, { jobs }, place.tenantId)
  })

const storedFile = z.object({ message: z.unknown() })

/** Adds the files that arrived earlier to these imported messages. */
export async function attachPendingFiles(
  tx: Tx,
  deps: HistoryFileDeps,
  ports: ImportPorts,
  place: NumberRef,
  added: readonly { channelId: string }[],
  at: Date,
): Promise<void> {
  if (added.length === 0) return
  const waiting = await tx.db
    .delete(whatsappEvents)
    .where(
      and(
        whereTenant(whatsappEvents, place.tenantId, eq(whatsappEvents.numberId, place.numberId)),
        eq(whatsappEvents.kind, 'waiting'),
        equalsAny(
          whatsappEvents.key,
          added.map(({ channelId }) => toImportedMessageKey(channelId)),
        ),
      ),
    )
    .returning({ key: whatsappEvents.key, payload: whatsappEvents.payload })
  for (const { key, payload } of waiting) {
    const { message } = storedFile.parse(parseStorableJson(payload ?? '{}'))
    await attachHistoryFile(tx, deps, ports, place, { channelId: key.slice(toImportedMessageKey('').length), message }, at)
  }
}

/** Adds a file to an imported message. Returns false if there is no message with this id. */
async function attachHistoryFile(
  tx: Tx,
  deps: HistoryFileDeps,
  { conversations }: ImportPorts,
  place: NumberRef,
  { channelId, message }: { channelId: string; message: unknown },
  at: Date,
): Promise<boolean> {
  const { type, content, attachment, meta, file } = parseMessage(message)
  const { found, messageId } = await conversations.fillPast(tx, {
    tenantId: place.tenantId,
    channelId,
    type,
    content,
    attachment,
    meta,
  })
  if (messageId && file) await scheduleHistoryFileDownload(tx, deps, { ...place, messageId, file }, at)
  return found
}
