import type { Deps } from '../../../../platform/deps.ts'
import type { MetaQueryResult } from '../../../../platform/external-services/whatsapp-api.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import type { Conversations } from '../../../conversations/ports.ts'
import type { Files, StoredFileRow } from '../../../files/ports.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { findWhatsAppNumber, getWhatsAppAccount, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { handleNumberRejection } from '../outbound/handle-send-rejection.ts'
import { FILE_MISSING_REASON, findUploadedMediaId, storeUploadedMediaId } from './outgoing-media.ts'

/** Maximum number of upload attempts, over about twenty minutes. After the last one, the message fails. */
const MAX_ATTEMPTS = 25
const isLastAttempt = (failures: number): boolean => failures + 1 >= MAX_ATTEMPTS
const UPLOAD_FAILED_REASON = 'O WhatsApp não recebeu o arquivo desta mensagem.'

/** Outcome of an upload. 'unreadable': our own storage did not return the file. */
type UploadOutcome = MetaQueryResult<string> | { kind: 'unreadable'; reason: string }

type UploadDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'log' | 'jobs' | 'mailer'>

interface UploadPorts {
  conversations: Pick<Conversations, 'resumeDelivery' | 'advanceDeliveryStatus'>
  files: Pick<Files, 'find' | 'withBytes' | 'hasBytes'>
}

/** Returns the file to upload and its WhatsApp number. Returns null if no upload is needed or possible. */
const findPendingUpload = (
  deps: UploadDeps,
  files: UploadPorts['files'],
  { tenantId, numberId, fileId }: JobPayloads['upload-media'],
) =>
  deps.db.tenant(tenantId, async (tx) => {
    const number = await findWhatsAppNumber(tx, tenantId, numberId)
    const file = await files.find(tx, tenantId, fileId)
    if (number?.status !== 'ok' || !file) return null
    return (await findUploadedMediaId(tx, number, file, deps.clock.now())) === null ? { number, file } : null
  })

/**
 * Uploads a message's file to Meta and resumes the delivery of the conversation. Repeating the upload sends nothing twice
 * (docs/decisions/006). If the file cannot be uploaded, the message fails and the next messages are delivered.
 * @throws if the job is to be retried later
 */
export async function uploadMedia(
  deps: UploadDeps,
  { conversations, files }: UploadPorts,
  job: JobPayloads['upload-media'],
  failures: number,
): Promise<void> {
  const { tenantId, messageId, conversationId } = job
  const pendingUpload = await findPendingUpload(deps, files, job)
  const outcome = pendingUpload && (await uploadBytes(deps, files, pendingUpload, failures))
  const failureReason = outcome && getUploadFailureReason(outcome, failures)
  await deps.db.tenant(tenantId, async (tx) => {
    const now = deps.clock.now()
    if (pendingUpload && outcome?.kind === 'answered')
      await storeUploadedMediaId(tx, pendingUpload.number, pendingUpload.file, outcome.value, now)
    if (pendingUpload && outcome?.kind === 'refused')
      await handleNumberRejection(
        tx,
        deps,
        { tenantId, numberId: pendingUpload.number.id },
        { code: outcome.code, saidAt: now },
        now,
      )
    if (failureReason)
      await conversations.advanceDeliveryStatus(
        tx,
        { tenantId, message: { id: messageId }, state: 'failed', reason: failureReason },
        now,
      )
    await conversations.resumeDelivery(tx, { tenantId, conversationId, channel: 'whatsapp' })
  })
}

/** Marks a message as failed because its file could not be uploaded, and resumes the delivery of the next messages. */
export const markUploadFailed = (
  deps: UploadDeps,
  { conversations }: UploadPorts,
  { tenantId, messageId, conversationId }: JobPayloads['upload-media'],
): Promise<void> =>
  deps.db.tenant(tenantId, async (tx) => {
    const failure = { tenantId, message: { id: messageId }, state: 'failed', reason: UPLOAD_FAILED_REASON } as const
    await conversations.advanceDeliveryStatus(tx, failure, deps.clock.now())
    await conversations.resumeDelivery(tx, { tenantId, conversationId, channel: 'whatsapp' })
  })

async function uploadBytes(
  deps: UploadDeps,
  files: UploadPorts['files'],
  { number, file }: { number: WhatsAppNumberRow; file: StoredFileRow },
  failures: number,
): Promise<UploadOutcome> {
  const { mimeType, filename } = file
  try {
    return await files.withBytes(file, (bytes) =>
      deps.whatsapp.uploadMedia(getWhatsAppAccount(deps, number), { bytes, mimeType, filename: filename || 'arquivo' }),
    )
  } catch (error) {
    // Either the bytes are missing or the storage is down. If the storage cannot tell, the upload is retried.
    const isFileAvailable = await files.hasBytes(file).catch(() => true)
    if (isFileAvailable && !isLastAttempt(failures)) throw error
    deps.log.error({ err: error, fileId: file.id }, 'a file cannot be brought to WhatsApp')
    return { kind: 'unreadable', reason: isFileAvailable ? UPLOAD_FAILED_REASON : FILE_MISSING_REASON }
  }
}

/** Returns the reason why an upload failed for good, or null if it succeeded. @throws if the upload is to be retried later */
function getUploadFailureReason(outcome: UploadOutcome, failures: number): string | null {
  if (outcome.kind === 'answered') return null
  if (outcome.kind === 'unreadable') return outcome.reason
  if (outcome.kind === 'unreachable') {
    if (isLastAttempt(failures)) return UPLOAD_FAILED_REASON
    throw new Error('WhatsApp did not take the file')
  }
  const { isTemporary, reason } = getErrorMeaning(outcome.code)
  if (isTemporary && !isLastAttempt(failures)) throw new Error('WhatsApp takes the file later')
  return reason
}
