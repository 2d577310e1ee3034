import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { media } from '../../../kernel/db/schema/files.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { IsolatedTaskError } from '../../../kernel/isolated-task/isolated-task-error.ts'
import type { Jobs } from '../../../kernel/job-names.ts'
import { INFECTED } from '../../../kernel/scanner.ts'
import type { Conversations } from '../../conversations/ports.ts'
import type { Files } from '../../files/ports.ts'
import { accountOf, findNumber, type NumberRow } from './numbers.ts'

const MB = 1024 * 1024
/** Meta's own size limits in bytes, by kind of file. */
const MAX_BYTES: Readonly<Record<string, number>> = {
  image: 5 * MB,
  sticker: 5 * MB,
  audio: 16 * MB,
  video: 16 * MB,
  document: 100 * MB,
}

const LASTING = new Set(['audio', 'video'])

const REASONS = {
  'too-large': 'O arquivo é maior do que o WhatsApp permite.',
  altered: 'O arquivo chegou diferente do que foi enviado.',
  foreign: 'O endereço do arquivo não é da Meta.',
  gone: 'O WhatsApp não tem mais este arquivo.',
  unreadable: 'Não foi possível ler este arquivo. Peça que o lead envie de novo.',
  unfetched: 'Não foi possível buscar este arquivo. Peça que o lead envie de novo.',
  'no-picture': 'O endereço não é de uma imagem.',
  'no-room': 'O espaço de arquivos acabou.',
  infected: INFECTED,
  empty: 'O arquivo está vazio.',
} as const

interface FetchPorts {
  conversations: Pick<Conversations, 'hold' | 'setAttachment'>
  files: Pick<Files, 'keep' | 'readAudio' | 'bringIn' | 'arrived' | 'undo' | 'discard' | 'hasRoomForLeads'>
}

/** Returns the media row and the number to fetch it with, or null if the lead was erased. `number` is null if it was unlinked. */
const waitingFor = (tx: Tx, tenantId: string, messageId: string) =>
  tx.db
    .select()
    .from(media)
    .where(ofTenant(media, tenantId, eq(media.messageId, messageId)))
    .then(async ([row]) => {
      if (!row) return null
      const number = row.numberId && (await findNumber(tx, tenantId, row.numberId))
      return { row, number: number || null }
    })

type FetchDeps = Pick<Deps, 'db' | 'config' | 'whatsapp' | 'log' | 'clock'>
type Fetch = Jobs['fetch-media']

/**
 * Maximum number of attempts, over about a week. Fewer than the queue allows (`kernel/job-queues.ts`), so that an interrupted last attempt
 * can be repeated.
 */
const ATTEMPTS_MAX = 165

/**
 * Fetches a lead's file from Meta, inspects it and stores it. After the last attempt, or if the number was unlinked, marks the file as
 * refused, so that its message does not show it as pending forever.
 * @throws if the job is to be retried later
 */
export async function fetchMediaFile(deps: FetchDeps, ports: FetchPorts, job: Fetch, failures = 0): Promise<void> {
  const { tenantId, messageId } = job
  const { files } = ports
  const found = await deps.db.tenant(tenantId, (tx) => waitingFor(tx, tenantId, messageId))
  // The lead was erased: removes leftovers of an interrupted attempt.
  if (!found) return files.undo(tenantId, messageId)
  const { row, number } = found
  // Another attempt has settled the file, and may have been interrupted before it removed its leftovers.
  if (row.state !== 'waiting') return files.undo(tenantId, messageId)
  const giveUp = () => deps.db.tenant(tenantId, (tx) => refuse(tx, deps, ports, job, 'unfetched'))
  const isKept = number
    ? await takeIn(deps, ports, job, { row, number }).catch((error: unknown) => {
        if (failures + 1 < ATTEMPTS_MAX) throw error
        deps.log.error({ err: error, messageId }, 'a file of a lead was given up')
        return giveUp()
      })
    : await giveUp()
  await (isKept ? files.discard(tenantId, messageId) : files.undo(tenantId, messageId))
}

/** Refuses a file whose download or inspection crashed the process on every attempt. */
export async function giveUpMediaFile(deps: FetchDeps, ports: FetchPorts, job: Fetch): Promise<void> {
  await deps.db.tenant(job.tenantId, (tx) => refuse(tx, deps, ports, job, 'unreadable'))
  await ports.files.undo(job.tenantId, job.messageId)
}

/** Fetches, inspects and stores a file. Returns false if the file was refused or its message is gone. @throws if a retry may succeed */
async function takeIn(
  deps: FetchDeps,
  ports: FetchPorts,
  job: Fetch,
  { row, number }: { row: typeof media.$inferSelect; number: NumberRow },
): Promise<boolean> {
  const { tenantId, messageId, url } = job
  const { conversations, files } = ports
  const refuseFor = (why: keyof typeof REASONS) => deps.db.tenant(tenantId, (tx) => refuse(tx, deps, ports, job, why))
  if (row.providerId === null) return refuseFor('gone')
  const outcome = await deps.whatsapp.fetchMedia(accountOf(deps, number), {
    providerId: row.providerId,
    url,
    sha256: row.sha256,
    maxBytes: MAX_BYTES[row.kind] ?? MB,
    keep: (bytes) => files.keep(tenantId, messageId, bytes),
  })
  if (outcome.kind === 'later') throw new Error('WhatsApp did not give the file')
  if (outcome.kind === 'never') return refuseFor(outcome.reason)
  const { size, sha256 } = outcome
  if (size === 0) return refuseFor('empty')
  const duration = LASTING.has(row.kind) ? await readDuration(deps, files, job) : null
  if (duration === 'unreadable') return refuseFor('unreadable')
  if ((await files.bringIn(tenantId, messageId, sha256)) === 'infected') return refuseFor('infected')
  return deps.db.tenant(tenantId, async (tx) => {
    if (!(await files.hasRoomForLeads(tx, tenantId, size))) return refuse(tx, deps, ports, job, 'no-room')
    // Locks the message before its file, in the same order as deletion and erasure do.
    await conversations.hold(tx, tenantId, messageId)
    if (!(await files.arrived(tx, { tenantId, messageId, size, sha256, mimeType: outcome.mimeType, durationMs: duration })))
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
 * Returns the duration of a lead's audio or video in milliseconds, null if it is unknown, or 'unreadable' if the parser took too long, used
 * too much memory or crashed.
 */
async function readDuration(
  { log }: FetchDeps,
  files: FetchPorts['files'],
  { tenantId, messageId }: Fetch,
): Promise<number | null | 'unreadable'> {
  try {
    return (await files.readAudio(tenantId, messageId)).durationMs
  } catch (error) {
    if (!(error instanceof IsolatedTaskError)) throw error
    log.warn({ err: error, messageId }, 'a file of a lead could not be read')
    return 'unreadable'
  }
}

/**
 * Marks a file as refused and returns false. Does nothing if the file is no longer waiting: an attempt whose lease has expired must not
 * overwrite the result of another one.
 */
async function refuse(
  tx: Tx,
  deps: Pick<Deps, 'log' | 'clock'>,
  { conversations }: FetchPorts,
  { tenantId, messageId }: Fetch,
  why: keyof typeof REASONS,
): Promise<false> {
  await conversations.hold(tx, tenantId, messageId)
  const waiting = ofTenant(media, tenantId, eq(media.messageId, messageId), eq(media.state, 'waiting'))
  const refused = { state: 'refused' as const, reason: REASONS[why] }
  const marked = await tx.db.update(media).set(refused).where(waiting).returning({ id: media.messageId })
  if (marked.length === 0) return false
  deps.log.warn({ messageId, reason: why }, 'a file of a lead was refused')
  await conversations.setAttachment(tx, tenantId, messageId, { url: undefined, ...refused }, deps.clock.now())
  return false
}
