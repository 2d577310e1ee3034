import type { createSource } from '@prosa/contract/calls/knowledge'
import type { BodyOf } from '@prosa/contract/define-call'
import type { SourceKind } from '@prosa/contract/entities/knowledge'
import { judgeKnowledgeFile } from '@prosa/contract/rules/knowledge-files'
import { readPageAddress } from '@prosa/contract/rules/page-address'
import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { knowledgeSources } from '../../kernel/db/schema/knowledge.ts'
import { digestOf } from '../../kernel/digest.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { Files } from '../files/ports.ts'
import type { SourceRow } from './present.ts'

/** Content of a source, and its digest for detecting duplicates. */
export type Made = Pick<SourceRow, 'text' | 'fileId' | 'filename' | 'url' | 'digest'>
type Given = Pick<BodyOf<typeof createSource>, 'text' | 'file_id' | 'url'>
type Field = 'text' | 'file_id' | 'url'

export const refuse = (field: string, words: string) => errors.invalid(words, { [field]: words })

/** Content fields of each kind of source, and the message if none is given. */
const OF: Readonly<Record<SourceKind, { readonly fields: readonly Field[]; readonly missing: string }>> = {
  text: { fields: ['text'], missing: 'Cole o texto desta fonte.' },
  faq: { fields: ['text'], missing: 'Cole o texto desta fonte.' },
  file: { fields: ['file_id'], missing: 'Escolha um arquivo.' },
  products: { fields: ['text', 'file_id'], missing: 'Cole a planilha ou escolha um arquivo.' },
  page: { fields: ['url'], missing: 'Escreva o endereço da página.' },
}
const SAME: Readonly<Record<Field, string>> = { text: 'Este texto', file_id: 'Este arquivo', url: 'Esta página' }
const NOTHING: Made = { text: null, fileId: null, filename: null, url: null, digest: null }

const ofText = (written: string): Made => ({ ...NOTHING, text: written, digest: digestOf(written) })

const ofPage = (written: string): Made => {
  const read = readPageAddress(written)
  if ('refused' in read) throw refuse('url', read.refused)
  return { ...NOTHING, url: read.url, digest: digestOf(read.url) }
}

/**
 * Returns an uploaded file as the content of a source.
 * @throws 404 if the file is not this user's, 400 with a message if it is not completely stored or of a type that cannot be read
 */
async function ofFile(tx: Tx, files: Pick<Files, 'toKeep'>, who: Identity, kind: SourceKind, fileId: string): Promise<Made> {
  const file = await files.toKeep(tx, who, fileId)
  const filename = file.filename ?? ''
  const { mimeType, size } = file
  const judged = judgeKnowledgeFile(kind === 'products' ? 'products' : 'file', { mimeType, filename, size })
  if ('refused' in judged) throw refuse('file_id', judged.refused)
  return { ...NOTHING, fileId, filename, digest: file.sha256 }
}

/**
 * Checks that no other source has the same content. Requires `holdKnowledge`, so that this stays true until the source is written.
 * @throws 409
 */
async function refuseSecond(tx: Tx, tenantId: string, id: string, field: Field, { digest }: Made): Promise<void> {
  const [same] = await tx.db
    .select({ title: knowledgeSources.title })
    .from(knowledgeSources)
    .where(ofTenant(knowledgeSources, tenantId, and(eq(knowledgeSources.digest, digest ?? ''), ne(knowledgeSources.id, id))))
  if (!same) return
  const words = `${SAME[field]} já está no conhecimento: “${same.title}”.`
  throw errors.conflict(words, { [field]: words })
}

/**
 * Returns the content of a source from the given fields, or null if none is given. `id`: the source itself, whose content may stay the
 * same.
 * @throws 400 with a message for invalid content, 404 for a file that is not this user's, 409 if another source has the same content
 */
export async function madeOf(
  tx: Tx,
  files: Pick<Files, 'toKeep'>,
  who: Identity,
  { id, kind }: { id: string; kind: SourceKind },
  given: Given,
): Promise<Made | null> {
  const field = OF[kind].fields.find((each) => given[each] !== undefined)
  if (field === undefined) return null
  const value = (given[field] ?? '').trim()
  if (value === '') throw refuse(field, OF[kind].missing)
  const made = field === 'text' ? ofText(value) : field === 'url' ? ofPage(value) : await ofFile(tx, files, who, kind, value)
  await refuseSecond(tx, who.tenantId, id, field, made)
  return made
}

/** Returns the content of a source from the given fields, as `madeOf` does. @throws 400 also if none is given */
export async function mustBeMadeOf(...[tx, files, who, source, given]: Parameters<typeof madeOf>): Promise<Made> {
  const made = await madeOf(tx, files, who, source, given)
  const { fields, missing } = OF[source.kind]
  if (made === null) throw refuse(fields[0] ?? 'text', missing)
  return made
}
