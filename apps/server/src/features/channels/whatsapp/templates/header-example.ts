import { eq, lt } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { headerExamples } from '../../../../platform/database/schema/whatsapp/templates.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import type { Files, StoredFileRow } from '../../../files/ports.ts'
import { getWhatsAppAccount, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { toTemplateError } from './template-errors.ts'

/**
 * Milliseconds after which an upload of an example file is started again. Meta does not document how long an upload or its handle is valid.
 */
const UPLOAD_LIFETIME_MS = 3_600_000
/**
 * Maximum number of connection failures during an upload. After that, the user can retry; bytes that Meta has received are not sent again.
 */
const MAX_CONNECTION_FAILURES = 5

type ExampleDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'log'>

const whereContent = ({ tenantId, id }: WhatsAppNumberRow, { storedAs }: StoredFileRow) =>
  whereTenant(headerExamples, tenantId, eq(headerExamples.numberId, id), eq(headerExamples.content, storedAs))

/**
 * Uploads the example file of a template's header to Meta (TPL-03). After a connection failure, resumes after the last byte that Meta has
 * received.
 * @returns the handle by which a template refers to the file
 * @throws 503 if the connection keeps failing, 400 with the reason if Meta rejects the file
 */
export async function uploadHeaderExample(
  deps: ExampleDeps,
  files: Pick<Files, 'withBytes'>,
  number: WhatsAppNumberRow,
  file: StoredFileRow,
): Promise<string> {
  const existing = await deps.db.tenant(number.tenantId, (tx) => findHeaderExample(tx, deps, number, file))
  if (existing?.handle) return existing.handle
  const handle = await files.withBytes(file, (bytes) =>
    uploadWithResume(deps, number, { file, bytes, uploadId: existing?.uploadId ?? null }),
  )
  await deps.db.tenant(number.tenantId, (tx) => tx.db.update(headerExamples).set({ handle }).where(whereContent(number, file)))
  return handle
}

async function uploadWithResume(
  deps: ExampleDeps,
  number: WhatsAppNumberRow,
  { file, bytes, uploadId: startedUploadId }: { file: StoredFileRow; bytes: Blob; uploadId: string | null },
): Promise<string> {
  const account = getWhatsAppAccount(deps, number)
  let uploadId = startedUploadId
  for (let attempt = 1; attempt <= MAX_CONNECTION_FAILURES; attempt++) {
    const receivedBytes: number | null = uploadId === null ? null : await fetchUploadOffset(deps, account, uploadId)
    if (uploadId === null || receivedBytes === null) uploadId = await startUpload(deps, number, file)
    const offset = receivedBytes ?? 0
    const response = await deps.whatsapp.uploadExample(account, uploadId, { bytes: bytes.slice(offset), offset })
    if (response.kind === 'refused') throw toTemplateError(response)
    if (response.kind === 'answered') return response.value
    deps.log.info({ numberId: number.id, offset, attempt }, 'the example of a header was cut off')
  }
  throw errors.unavailable()
}

async function findHeaderExample(tx: Tx, { clock }: ExampleDeps, number: WhatsAppNumberRow, file: StoredFileRow) {
  const before = new Date(clock.now().getTime() - UPLOAD_LIFETIME_MS)
  await tx.db.delete(headerExamples).where(whereTenant(headerExamples, number.tenantId, lt(headerExamples.createdAt, before)))
  const [row] = await tx.db.select().from(headerExamples).where(whereContent(number, file))
  return row ?? null
}

/**
 * Returns the offset in bytes at which to resume an upload. Returns null if Meta does not know the upload.
 * @throws 503 if Meta does not respond
 */
async function fetchUploadOffset(
  { whatsapp }: ExampleDeps,
  account: ReturnType<typeof getWhatsAppAccount>,
  uploadId: string,
): Promise<number | null> {
  const response = await whatsapp.fetchExampleUploadOffset(account, uploadId)
  if (response.kind === 'unreachable') throw errors.unavailable()
  return response.kind === 'refused' ? null : response.value
}

async function startUpload(deps: ExampleDeps, number: WhatsAppNumberRow, file: StoredFileRow): Promise<string> {
  const { filename, size, mimeType } = file
  const response = await deps.whatsapp.startExampleUpload(getWhatsAppAccount(deps, number), {
    filename: filename || 'arquivo',
    size,
    mimeType,
  })
  if (response.kind === 'unreachable') throw errors.unavailable()
  if (response.kind === 'refused') throw toTemplateError(response)
  const { tenantId, id: numberId } = number
  const row = { uploadId: response.value, handle: null, createdAt: deps.clock.now() }
  await deps.db.tenant(tenantId, (tx) =>
    tx.db
      .insert(headerExamples)
      .values({ tenantId, numberId, content: file.storedAs, ...row })
      .onConflictDoUpdate({ target: [headerExamples.tenantId, headerExamples.numberId, headerExamples.content], set: row }),
  )
  return row.uploadId
}
