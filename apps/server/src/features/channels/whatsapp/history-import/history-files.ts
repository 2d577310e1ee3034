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
import type { WhatsAppNumberRef } from '../numbers/numbers.ts'
import { scheduleEventPurge } from '../webhook/purge-events.ts'
import { toErasedPersonKey, toImportedMessageKey } from './history-keys.ts'
import type { ImportDeps, ImportPorts } from './import-ports.ts'
import type { ParsedHistory } from './parse-history.ts'

type HistoryFileDeps = Pick<Deps, 'jobs'>

/** Stores that an imported message has a file and schedules the download. Does nothing if this is already stored. */
export async function scheduleHistoryFileDownload(
  tx: Tx,
  { jobs }: HistoryFileDeps,
  { tenantId, numberId, messageId, file }: WhatsAppNumberRef & { messageId: string; file: PendingFile },
  at: Date,
): Promise<void> {
  const { url, ...pendingFile } = file
  const [inserted] = await tx.db
    .insert(media)
    .values({ tenantId, messageId, numberId, ...pendingFile, createdAt: at })
    .onConflictDoNothing()
    .returning({ messageId: media.messageId })
  if (inserted) await jobs.send(tx, 'fetch-media', { tenantId, messageId, ...(url ? { url } : {}) }, { key: messageId })
}

const FILES_PER_TRANSACTION = 100

/**
 * Stores the files of imported messages, except those of erased leads. Files arrive in separate webhooks, so a file may have to wait for
 * its message.
 */
export async function storeHistoryFiles(
  deps: ImportDeps,
  ports: ImportPorts,
  numberRef: WhatsAppNumberRef,
  files: ParsedHistory['files'],
): Promise<void> {
  for (let from = 0; from < files.length; from += FILES_PER_TRANSACTION)
    await storeFilesSlice(deps, ports, numberRef, files.slice(from, from + FILES_PER_TRANSACTION))
}

const storeFilesSlice = (
  { db, jobs, clock }: ImportDeps,
  ports: ImportPorts,
  numberRef: WhatsAppNumberRef,
  files: ParsedHistory['files'],
): Promise<void> =>
  db.tenant(numberRef.tenantId, async (tx) => {
    const at = clock.now()
    const getMarks = ({ channelId, sender }: ParsedHistory['files'][number]) => [
      hashErasedMessageId(toImportedMessageKey(channelId)),
      toErasedPersonKey(sender),
    ]
    const marks = new Set(await findErasureMarks(tx, numberRef, files.flatMap(getMarks)))
    for (const file of files) {
      if (getMarks(file).some((mark) => marks.has(mark))) continue
      const { channelId, sender, message } = file
      if (await attachHistoryFile(tx, { jobs }, ports, numberRef, { channelId, message }, at)) continue
      await tx.db
        .insert(whatsappEvents)
        .values({
          ...numberRef,
          kind: 'waiting',
          key: toImportedMessageKey(channelId),
          sender,
          payload: JSON.stringify({ message }),
          place: 0,
          receivedAt: at,
          // Marked as processed, because the event job must not process this row. It is looked up when its message arrives.
          processedAt: at,
        })
        .onConflictDoNothing()
    }
    await scheduleEventPurge(tx, { jobs }, numberRef.tenantId)
  })

const storedFile = z.object({ message: z.unknown() })

/** Attaches the files that arrived before their messages were imported. */
export async function attachPendingFiles(
  tx: Tx,
  deps: HistoryFileDeps,
  ports: ImportPorts,
  numberRef: WhatsAppNumberRef,
  imported: readonly { channelId: string }[],
  at: Date,
): Promise<void> {
  if (imported.length === 0) return
  const pendingFiles = await tx.db
    .delete(whatsappEvents)
    .where(
      and(
        whereTenant(whatsappEvents, numberRef.tenantId, eq(whatsappEvents.numberId, numberRef.numberId)),
        eq(whatsappEvents.kind, 'waiting'),
        equalsAny(
          whatsappEvents.key,
          imported.map(({ channelId }) => toImportedMessageKey(channelId)),
        ),
      ),
    )
    .returning({ key: whatsappEvents.key, payload: whatsappEvents.payload })
  for (const { key, payload } of pendingFiles) {
    const { message } = storedFile.parse(parseStorableJson(payload ?? '{}'))
    await attachHistoryFile(tx, deps, ports, numberRef, { channelId: key.slice(toImportedMessageKey('').length), message }, at)
  }
}

/** Attaches a file to its imported message and schedules the download. Returns false if the message is not stored. */
async function attachHistoryFile(
  tx: Tx,
  deps: HistoryFileDeps,
  { conversations }: ImportPorts,
  numberRef: WhatsAppNumberRef,
  { channelId, message }: { channelId: string; message: unknown },
  at: Date,
): Promise<boolean> {
  const { type, content, attachment, meta, file } = parseMessage(message)
  const { isStored, messageId } = await conversations.updateImportedMessage(tx, {
    tenantId: numberRef.tenantId,
    channelId,
    type,
    content,
    attachment,
    meta,
  })
  if (messageId && file) await scheduleHistoryFileDownload(tx, deps, { ...numberRef, messageId, file }, at)
  return isStored
}
