import { eq } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { media } from '../../../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { INFECTED_FILE_MESSAGE } from '../../../../platform/external-services/virus-scanner.ts'
import { IsolatedTaskError } from '../../../../platform/isolated-task/isolated-task-error.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import type { Conversations } from '../../../conversations/ports.ts'
import type { Files } from '../../../files/ports.ts'
import { findWhatsAppNumber, getWhatsAppAccount, type WhatsAppNumberRow } from '../numbers/numbers.ts'

const MB = 1024 * 1024
/** Meta's size limits in bytes. */
const MAX_BYTES_BY_KIND: Readonly<Record<string, number>> = {
  image: 5 * MB,
  sticker: 5 * MB,
  audio: 16 * MB,
  video: 16 * MB,
  document: 100 * MB,
}

const KINDS_WITH_DURATION = new Set(['audio', 'video'])

const REFUSAL_REASONS = {
  'too-large': 'O arquivo é maior do que o WhatsApp permite.',
  altered: 'O arquivo chegou diferente do que foi enviado.',
  foreign: 'O endereço do arquivo não é da Meta.',
  gone: 'O WhatsApp não tem mais este arquivo.',
  unreadable: 'Não foi possível ler este arquivo. Peça que o lead envie de novo.',
  unfetched: 'Não foi possível buscar este arquivo. Peça que o lead envie de novo.',
  'no-picture': 'O endereço não é de uma imagem.',
  'no-room': 'O espaço de arquivos acabou.',
  infected: INFECTED_FILE_MESSAGE,
  empty: 'O arquivo está vazio.',
} as const

interface FetchPorts {
  conversations: Pick<Conversations, 'lockMessageForUpdate' | 'setAttachment'>
  files: Pick<
    Files,
    | 'storeIncomingBytes'
    | 'readIncomingAudioMetadata'
    | 'scanAndCopyIncomingBytes'
    | 'storeReceivedFile'
    | 'discardIncomingAndStored'
    | 'discardIncoming'
    | 'hasStorageForLeadFile'
  >
}

/**
 * Returns the media row of a message and its WhatsApp number. Returns null if the lead was erased. `number` is null if the number was
 * unlinked.
 */
const findMediaWithNumber = (tx: Tx, tenantId: string, messageId: string) =>
  tx.db
    .select()
    .from(media)
    .where(whereTenant(media, tenantId, eq(media.messageId, messageId)))
    .then(async ([row]) => {
      if (!row) return null
      const number = row.numberId && (await findWhatsAppNumber(tx, tenantId, row.numberId))
      return { row, number: number || null }
    })

type FetchDeps = Pick<Deps, 'db' | 'config' | 'whatsapp' | 'log' | 'clock'>
type FetchMediaJob = JobPayloads['fetch-media']

/**
 * Maximum number of download attempts, over about a week. Fewer than the queue allows (`jobs/job-queues.ts`), so that an interrupted last
 * attempt can be repeated.
 */
const MAX_ATTEMPTS = 165

/**
 * Downloads a lead's file from Meta, inspects it and stores it. Marks the file as refused after the last attempt, or if the WhatsApp number
 * was unlinked.
 * @param failures number of failed attempts so far
 * @throws if the job is to be retried later
 */
export async function fetchMediaFile(deps: FetchDeps, ports: FetchPorts, job: FetchMediaJob, failures = 0): Promise<void> {
  const { tenantId, messageId } = job
  const { files } = ports
  const pendingMedia = await deps.db.tenant(tenantId, (tx) => findMediaWithNumber(tx, tenantId, messageId))
  // The lead was erased. An interrupted attempt may have left temporary bytes.
  if (!pendingMedia) return files.discardIncomingAndStored(tenantId, messageId)
  const { row, number } = pendingMedia
  // Another attempt has finished, but may have been interrupted before it removed its temporary bytes.
  if (row.state !== 'waiting') return files.discardIncomingAndStored(tenantId, messageId)
  const refuseAsUnfetched = () => deps.db.tenant(tenantId, (tx) => markFileRefused(tx, deps, ports, job, 'unfetched'))
  const isStored = number
    ? await fetchAndStoreFile(deps, ports, job, { row, number }).catch((error: unknown) => {
        if (failures + 1 < MAX_ATTEMPTS) throw error
        deps.log.error({ err: error, messageId }, 'a file of a lead was given up')
        return refuseAsUnfetched()
      })
    : await refuseAsUnfetched()
  await (isStored ? files.discardIncoming(tenantId, messageId) : files.discardIncomingAndStored(tenantId, messageId))
}

/** Marks a lead's file as refused, because every attempt to download or inspect it crashed the process. */
export async function markMediaFileFailed(deps: FetchDeps, ports: FetchPorts, job: FetchMediaJob): Promise<void> {
  await deps.db.tenant(job.tenantId, (tx) => markFileRefused(tx, deps, ports, job, 'unreadable'))
  await ports.files.discardIncomingAndStored(job.tenantId, job.messageId)
}

/**
 * Downloads, inspects and stores a lead's file. Returns false if the file was refused or its message no longer exists.
 * @throws if a retry may succeed
 */
async function fetchAndStoreFile(
  deps: FetchDeps,
  ports: FetchPorts,
  job: FetchMediaJob,
  { row, number }: { row: typeof media.$inferSelect; number: WhatsAppNumberRow },
): Promise<boolean> {
  const { tenantId, messageId, url } = job
  const { conversations, files } = ports
  const refuseFile = (refusalCode: keyof typeof REFUSAL_REASONS) =>
    deps.db.tenant(tenantId, (tx) => markFileRefused(tx, deps, ports, job, refusalCode))
  if (row.providerId === null) return refuseFile('gone')
  const outcome = await deps.whatsapp.fetchMedia(getWhatsAppAccount(deps, number), {
    providerId: row.providerId,
    url,
    sha256: row.sha256,
    maxBytes: MAX_BYTES_BY_KIND[row.kind] ?? MB,
    store: (bytes) => files.storeIncomingBytes(tenantId, messageId, bytes),
  })
  if (outcome.kind === 'later') throw new Error('WhatsApp did not give the file')
  if (outcome.kind === 'never') return refuseFile(outcome.reason)
  const { size, sha256 } = outcome
  if (size === 0) return refuseFile('empty')
  const duration = KINDS_WITH_DURATION.has(row.kind) ? await readDuration(deps, files, job) : null
  if (duration === 'unreadable') return refuseFile('unreadable')
  if ((await files.scanAndCopyIncomingBytes(tenantId, messageId, sha256)) === 'infected') return refuseFile('infected')
  return deps.db.tenant(tenantId, async (tx) => {
    if (!(await files.hasStorageForLeadFile(tx, tenantId, size))) return markFileRefused(tx, deps, ports, job, 'no-room')
    // Locks the message before its file, in the same order as deletion and erasure.
    await conversations.lockMessageForUpdate(tx, tenantId, messageId)
    if (
      !(await files.storeReceivedFile(tx, {
        tenantId,
        messageId,
        size,
        sha256,
        mimeType: outcome.mimeType,
        durationMs: duration,
      }))
    )
      return false
    const attachment = {
      url: `/api/media/${messageId}`,
      state: 'stored',
      size,
      mime_type: row.mimeType ?? outcome.mimeType,
      ...(duration === null ? {} : { duration_ms: duration }),
    }
    await conversations.setAttachment(tx, tenantId, messageId, attachment, deps.clock.now())
    return true
  })
}

/**
 * Returns the duration of a lead's audio or video in milliseconds, or null if it is unknown. Returns 'unreadable' if the parser crashed or
 * exceeded its limits.
 */
async function readDuration(
  { log }: FetchDeps,
  files: FetchPorts['files'],
  { tenantId, messageId }: FetchMediaJob,
): Promise<number | null | 'unreadable'> {
  try {
    return (await files.readIncomingAudioMetadata(tenantId, messageId)).durationMs
  } catch (error) {
    if (!(error instanceof IsolatedTaskError)) throw error
    log.warn({ err: error, messageId }, 'a file of a lead could not be read')
    return 'unreadable'
  }
}

/** Marks a lead's file as refused and returns false. Changes nothing if another attempt has already finished. */
async function markFileRefused(
  tx: Tx,
  deps: Pick<Deps, 'log' | 'clock'>,
  { conversations }: FetchPorts,
  { tenantId, messageId }: FetchMediaJob,
  refusalCode: keyof typeof REFUSAL_REASONS,
): Promise<false> {
  await conversations.lockMessageForUpdate(tx, tenantId, messageId)
  const pendingCondition = whereTenant(media, tenantId, eq(media.messageId, messageId), eq(media.state, 'waiting'))
  const refusedState = { state: 'refused' as const, reason: REFUSAL_REASONS[refusalCode] }
  const updatedRows = await tx.db.update(media).set(refusedState).where(pendingCondition).returning({ id: media.messageId })
  if (updatedRows.length === 0) return false
  deps.log.warn({ messageId, reason: refusalCode }, 'a file of a lead was refused')
  await conversations.setAttachment(tx, tenantId, messageId, { url: undefined, ...refusedState }, deps.clock.now())
  return false
}
