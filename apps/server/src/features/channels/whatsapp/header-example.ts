import { eq, lt } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { headerExamples } from '../../../kernel/db/schema/templates.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import type { Files, KeptFile } from '../../files/ports.ts'
import { accountOf, type NumberRow } from './numbers.ts'
import { refusedTemplate } from './template-refusals.ts'

/** Milliseconds after which an upload is started again. Meta does not document how long an upload or its handle is valid. */
const LIVES_MS = 3_600_000
/** Maximum number of consecutive connection failures. The user can then retry, and bytes that Meta has are not sent again. */
const ATTEMPTS_MAX = 5

type ExampleDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'log'>

const ofContent = ({ tenantId, id }: NumberRow, { storedAs }: KeptFile) =>
  ofTenant(headerExamples, tenantId, eq(headerExamples.numberId, id), eq(headerExamples.content, storedAs))

/**
 * Uploads the example file of a header to Meta. After a connection failure it resumes at the byte that Meta has, in this call or a later
 * one (TPL-03).
 * @returns the handle by which a template refers to the file
 * @throws 503 if the connection keeps failing, 400 with the reason if Meta rejects the file
 */
export async function handleOf(
  deps: ExampleDeps,
  files: Pick<Files, 'withBytes'>,
  number: NumberRow,
  file: KeptFile,
): Promise<string> {
  const known = await deps.db.tenant(number.tenantId, (tx) => findExample(tx, deps, number, file))
  if (known?.handle) return known.handle
  const handle = await files.withBytes(file, (bytes) => bring(deps, number, { file, bytes, uploadId: known?.uploadId ?? null }))
  await deps.db.tenant(number.tenantId, (tx) => tx.db.update(headerExamples).set({ handle }).where(ofContent(number, file)))
  return handle
}

async function bring(
  deps: ExampleDeps,
  number: NumberRow,
  { file, bytes, uploadId: known }: { file: KeptFile; bytes: Blob; uploadId: string | null },
): Promise<string> {
  const account = accountOf(deps, number)
  let uploadId = known
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const has: number | null = uploadId === null ? null : await offsetOf(deps, account, uploadId)
    if (uploadId === null || has === null) uploadId = await begin(deps, number, file)
    const offset = has ?? 0
    const answer = await deps.whatsapp.bringExample(account, uploadId, { bytes: bytes.slice(offset), offset })
    if (answer.kind === 'refused') throw refusedTemplate(answer)
    if (answer.kind === 'answered') return answer.value
    deps.log.info({ numberId: number.id, offset, attempt }, 'the example of a header was cut off')
  }
  throw errors.unavailable()
}

async function findExample(tx: Tx, { clock }: ExampleDeps, number: NumberRow, file: KeptFile) {
  const before = new Date(clock.now().getTime() - LIVES_MS)
  await tx.db.delete(headerExamples).where(ofTenant(headerExamples, number.tenantId, lt(headerExamples.createdAt, before)))
  const [row] = await tx.db.select().from(headerExamples).where(ofContent(number, file))
  return row ?? null
}

/** Returns the byte at which to resume, or null if the upload is unknown to Meta. @throws 503 */
async function offsetOf(
  { whatsapp }: ExampleDeps,
  account: ReturnType<typeof accountOf>,
  uploadId: string,
): Promise<number | null> {
  const answer = await whatsapp.exampleOffset(account, uploadId)
  if (answer.kind === 'unreachable') throw errors.unavailable()
  return answer.kind === 'refused' ? null : answer.value
}

async function begin(deps: ExampleDeps, number: NumberRow, file: KeptFile): Promise<string> {
  const { filename, size, mimeType } = file
  const answer = await deps.whatsapp.beginExample(accountOf(deps, number), { filename: filename || 'arquivo', size, mimeType })
  if (answer.kind === 'unreachable') throw errors.unavailable()
  if (answer.kind === 'refused') throw refusedTemplate(answer)
  const { tenantId, id: numberId } = number
  const row = { uploadId: answer.value, handle: null, createdAt: deps.clock.now() }
  await deps.db.tenant(tenantId, (tx) =>
    tx.db
      .insert(headerExamples)
      .values({ tenantId, numberId, content: file.storedAs, ...row })
      .onConflictDoUpdate({ target: [headerExamples.tenantId, headerExamples.numberId, headerExamples.content], set: row }),
  )
  return row.uploadId
}
