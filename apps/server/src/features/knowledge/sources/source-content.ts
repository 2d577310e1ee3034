import type { createSource } from '@prosa/contract/calls/agents/knowledge'
import type { CallBody } from '@prosa/contract/define-call'
import type { SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { classifyKnowledgeFile } from '@prosa/contract/rules/files/knowledge-files'
import { parsePageUrl } from '@prosa/contract/rules/text/parse-page-url'
import { and, eq, ne } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgeSources } from '../../../platform/database/schema/agents/knowledge.ts'
import { errors } from '../../../platform/errors.ts'
import { hashJson } from '../../../platform/json/hash-json.ts'
import type { Files } from '../../files/ports.ts'
import type { SourceRow } from '../present.ts'

/** Content of a knowledge source. `digest`: hash of the content, for detecting duplicates. */
export type SourceContent = Pick<SourceRow, 'text' | 'fileId' | 'filename' | 'url' | 'digest'>
type SourceInput = Pick<CallBody<typeof createSource>, 'text' | 'file_id' | 'url'>
type ContentField = 'text' | 'file_id' | 'url'

export const invalidFieldError = (field: string, message: string) => errors.invalid(message, { [field]: message })

/** Request fields that may contain the content of each kind of knowledge source. */
const KIND_FIELDS: Readonly<Record<SourceKind, { readonly fields: readonly ContentField[]; readonly missing: string }>> = {
  text: { fields: ['text'], missing: 'Cole o texto desta fonte.' },
  faq: { fields: ['text'], missing: 'Cole o texto desta fonte.' },
  file: { fields: ['file_id'], missing: 'Escolha um arquivo.' },
  products: { fields: ['text', 'file_id'], missing: 'Cole a planilha ou escolha um arquivo.' },
  page: { fields: ['url'], missing: 'Escreva o endereço da página.' },
}
const FIELD_LABELS: Readonly<Record<ContentField, string>> = { text: 'Este texto', file_id: 'Este arquivo', url: 'Esta página' }
const EMPTY_CONTENT: SourceContent = { text: null, fileId: null, filename: null, url: null, digest: null }

const toTextContent = (text: string): SourceContent => ({ ...EMPTY_CONTENT, text: text, digest: hashJson(text) })

const toPageContent = (address: string): SourceContent => {
  const parsedUrl = parsePageUrl(address)
  if ('refused' in parsedUrl) throw invalidFieldError('url', parsedUrl.refused)
  return { ...EMPTY_CONTENT, url: parsedUrl.url, digest: hashJson(parsedUrl.url) }
}

/**
 * Returns the content of a knowledge source that is an uploaded file.
 * @throws 404 if the file is not this user's; 400 with a message if it is not completely uploaded or cannot be read
 */
async function toFileContent(
  tx: Tx,
  files: Pick<Files, 'getOwnStoredFile'>,
  identity: Identity,
  kind: SourceKind,
  fileId: string,
): Promise<SourceContent> {
  const file = await files.getOwnStoredFile(tx, identity, fileId)
  const filename = file.filename ?? ''
  const { mimeType, size } = file
  const classification = classifyKnowledgeFile(kind === 'products' ? 'products' : 'file', { mimeType, filename, size })
  if ('refused' in classification) throw invalidFieldError('file_id', classification.refused)
  return { ...EMPTY_CONTENT, fileId, filename, digest: file.sha256 }
}

/**
 * Verifies that no other knowledge source has the same content. The caller must have called `lockKnowledge`, so that none is added
 * meanwhile.
 * @throws 409 if another source has the same content
 */
async function requireUniqueContent(
  tx: Tx,
  tenantId: string,
  id: string,
  field: ContentField,
  { digest }: SourceContent,
): Promise<void> {
  const [duplicate] = await tx.db
    .select({ title: knowledgeSources.title })
    .from(knowledgeSources)
    .where(whereTenant(knowledgeSources, tenantId, and(eq(knowledgeSources.digest, digest ?? ''), ne(knowledgeSources.id, id))))
  if (!duplicate) return
  const message = `${FIELD_LABELS[field]} já está no conhecimento: “${duplicate.title}”.`
  throw errors.conflict(message, { [field]: message })
}

/**
 * Returns the content of a knowledge source from a request. Returns null if the request contains no content.
 * @throws 400 with a message for invalid content, 404 for a file that is not this user's, 409 if another source has the same content
 */
export async function resolveSourceContent(
  tx: Tx,
  files: Pick<Files, 'getOwnStoredFile'>,
  identity: Identity,
  { id, kind }: { id: string; kind: SourceKind },
  input: SourceInput,
): Promise<SourceContent | null> {
  const field = KIND_FIELDS[kind].fields.find((each) => input[each] !== undefined)
  if (field === undefined) return null
  const value = (input[field] ?? '').trim()
  if (value === '') throw invalidFieldError(field, KIND_FIELDS[kind].missing)
  const content =
    field === 'text'
      ? toTextContent(value)
      : field === 'url'
        ? toPageContent(value)
        : await toFileContent(tx, files, identity, kind, value)
  await requireUniqueContent(tx, identity.tenantId, id, field, content)
  return content
}

/**
 * Returns the content of a knowledge source from a request.
 * @throws as `resolveSourceContent`, and 400 if the request contains no content
 */
export async function requireSourceContent(
  ...[tx, files, identity, source, input]: Parameters<typeof resolveSourceContent>
): Promise<SourceContent> {
  const content = await resolveSourceContent(tx, files, identity, source, input)
  const { fields, missing } = KIND_FIELDS[source.kind]
  if (content === null) throw invalidFieldError(fields[0] ?? 'text', missing)
  return content
}
