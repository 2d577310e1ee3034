import type { TemplateContent, TemplateDraft } from '@prosa/contract/rules/whatsapp/template-draft'
import { findTemplateProblems, getFirstProblemByField } from '@prosa/contract/rules/whatsapp/template-problems'
import type { Identity } from '../../../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../../../platform/audit/audit.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import type { MetaQueryResult } from '../../../../platform/external-services/whatsapp-api.ts'
import type { Files } from '../../../files/ports.ts'
import { emitNumberState } from '../number-health/problems.ts'
import { findWhatsAppNumber, getWhatsAppAccount, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { uploadHeaderExample } from './header-example.ts'
import { toSubmittedTemplateContent } from './template-components.ts'
import { toTemplateError } from './template-errors.ts'
import {
  deleteTemplateRows,
  findTemplate,
  listTemplates,
  lockTemplatesForUpdate,
  markTemplatesOutdated,
  type TemplateRow,
  upsertTemplate,
} from './templates.ts'

export type ManageTemplatesDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'log'>
export type ExampleFilesPort = Pick<Files, 'getFileToSend' | 'find' | 'withBytes'>

const NAME_TAKEN = 'Já existe um modelo com este nome e idioma.'
const CATEGORY_FIXED = 'A categoria de um modelo aprovado não muda.'
/** Values of a template that Meta has not reviewed yet. */
const UNREVIEWED_FIELDS = {
  nextCategory: null,
  nextCategoryAt: null,
  reason: null,
  detail: null,
  pausedUntil: null,
  quality: null,
}
/** Meta's error code for an unknown object. It means that the template is already deleted. */
const UNKNOWN_OBJECT_CODE = 100

/** Returns a WhatsApp number of the organisation. @throws 404 if it does not exist */
export async function requireNumber({ db }: Pick<Deps, 'db'>, tenantId: string, id: string): Promise<WhatsAppNumberRow> {
  const number = await db.tenant(tenantId, (tx) => findWhatsAppNumber(tx, tenantId, id))
  if (!number) throw errors.notFound()
  return number
}

/**
 * Creates a template at Meta, which then reviews it. After a missing response, Meta may have created the template; the next list then
 * contains it.
 * @throws 404 if the WhatsApp number or the file does not exist, 409 if the name is taken in this language, 400 with the reason if Meta
 * rejects the template, 503 if Meta does not respond
 */
export async function createTemplate(
  deps: ManageTemplatesDeps,
  files: ExampleFilesPort,
  identity: Identity,
  numberId: string,
  { name, language, ...content }: TemplateDraft,
): Promise<TemplateRow> {
  const { tenantId } = identity
  const number = await requireNumber(deps, tenantId, numberId)
  validateDraft({ name, language, ...content })
  const existing = await deps.db.tenant(tenantId, (tx) => listTemplates(tx, number))
  if (existing.some((row) => row.name === name && row.language === language))
    throw errors.conflict(NAME_TAKEN, { name: NAME_TAKEN })
  const wording = toSubmittedTemplateContent(content, await uploadExampleIfFile(deps, files, identity, number, content))
  const at = deps.clock.now()
  const response = await deps.whatsapp.createTemplate(getWhatsAppAccount(deps, number), { name, language, ...wording })
  const { id, status, category } = await unwrapQueryResult(deps, number, response)
  const row: TemplateRow = {
    tenantId,
    wabaId: number.wabaId,
    id,
    name,
    language,
    status,
    components: [...wording.components],
    category: category ?? wording.category,
    ...UNREVIEWED_FIELDS,
    statusAt: at,
    categoryAt: at,
    qualityAt: at,
  }
  await deps.db.tenant(tenantId, async (tx) => {
    await lockTemplatesForUpdate(tx, number)
    // A webhook event about the new template may already have stored newer data.
    if (!(await findTemplate(tx, number, id))) await upsertTemplate(tx, row)
    await auditTemplateChange(tx, identity, number, 'template.created', row)
  })
  return row
}

/**
 * Changes a template at Meta, which then reviews it again.
 * @throws 409 during a review, 404 if the template does not exist or was deleted in the meantime; otherwise like `createTemplate`
 */
export async function updateTemplate(
  deps: ManageTemplatesDeps,
  files: ExampleFilesPort,
  identity: Identity,
  { numberId, id }: { numberId: string; id: string },
  content: TemplateContent,
): Promise<TemplateRow> {
  const { tenantId } = identity
  const number = await requireNumber(deps, tenantId, numberId)
  const before = await deps.db.tenant(tenantId, (tx) => findTemplate(tx, number, id))
  if (!before) throw errors.notFound()
  validateDraft(content)
  if (before.status === 'PENDING') throw errors.conflict('A Meta ainda analisa este modelo. Espere a resposta para mudá-lo.')
  if (before.status === 'APPROVED' && before.category !== content.category)
    throw errors.invalid(CATEGORY_FIXED, { category: CATEGORY_FIXED })
  const wording = toSubmittedTemplateContent(content, await uploadExampleIfFile(deps, files, identity, number, content))
  const at = deps.clock.now()
  await unwrapQueryResult(deps, number, await deps.whatsapp.updateTemplate(getWhatsAppAccount(deps, number), id, wording))
  const updated = await deps.db.tenant(tenantId, async (tx) => {
    await lockTemplatesForUpdate(tx, number)
    const current = await findTemplate(tx, number, id)
    if (!current) {
      // The template was deleted during the request to Meta. It stays deleted, and the list is fetched again.
      await markTemplatesOutdated(tx, number, deps.clock.now())
      await auditTemplateChange(tx, identity, number, 'template.changed', before)
      return null
    }
    const pendingState = { status: 'PENDING', reason: null, detail: null, pausedUntil: null, statusAt: at }
    const row = {
      ...current,
      components: [...wording.components],
      category: wording.category,
      ...(current.statusAt > at ? {} : pendingState),
    }
    await upsertTemplate(tx, row)
    await auditTemplateChange(tx, identity, number, 'template.changed', row)
    return row
  })
  if (!updated) throw errors.notFound()
  return updated
}

/**
 * Deletes a template at Meta.
 * @throws 404 if the number or template does not exist, 400 with the reason if Meta rejects the request, 503 if Meta does not respond
 */
export async function deleteTemplate(
  deps: ManageTemplatesDeps,
  identity: Identity,
  { numberId, id }: { numberId: string; id: string },
): Promise<void> {
  const { tenantId } = identity
  const number = await requireNumber(deps, tenantId, numberId)
  const row = await deps.db.tenant(tenantId, (tx) => findTemplate(tx, number, id))
  if (!row) throw errors.notFound()
  const response = await deps.whatsapp.deleteTemplate(getWhatsAppAccount(deps, number), row)
  if (!(response.kind === 'refused' && response.code === UNKNOWN_OBJECT_CODE && !response.subcode))
    await unwrapQueryResult(deps, number, response)
  await deps.db.tenant(tenantId, async (tx) => {
    await lockTemplatesForUpdate(tx, number)
    await deleteTemplateRows(tx, number, [id])
    await auditTemplateChange(tx, identity, number, 'template.deleted', row)
  })
}

/** Validates a template by Meta's rules, without a request to Meta (TPL-02). @throws 400 with a message for each invalid field */
function validateDraft(draft: Parameters<typeof findTemplateProblems>[0]): void {
  const problems = getFirstProblemByField(findTemplateProblems(draft))
  if (problems.size > 0) throw errors.invalid('Corrija os campos marcados.', Object.fromEntries(problems))
}

/**
 * Returns the value in Meta's response. After a missing response, marks the stored templates as outdated, because Meta may have executed
 * the request.
 * @throws 400 if Meta rejected the request, 503 if Meta did not respond
 */
async function unwrapQueryResult<T>(
  { db, clock }: ManageTemplatesDeps,
  number: WhatsAppNumberRow,
  response: MetaQueryResult<T>,
): Promise<T> {
  if (response.kind === 'refused') throw toTemplateError(response)
  if (response.kind === 'answered') return response.value
  await db.tenant(number.tenantId, async (tx) => {
    await markTemplatesOutdated(tx, number, clock.now())
    await emitNumberState(tx, { tenantId: number.tenantId, numberId: number.id })
  })
  throw errors.unavailable()
}

/** Uploads the example file of a template's header and returns its handle. Returns null if the header contains no file. */
async function uploadExampleIfFile(
  deps: ManageTemplatesDeps,
  files: ExampleFilesPort,
  identity: Identity,
  number: WhatsAppNumberRow,
  { header }: TemplateContent,
): Promise<string | null> {
  if (!header || header.kind === 'text' || header.kind === 'location') return null
  const { kind: as, file_id: id = '' } = header
  const file = await deps.db.tenant(identity.tenantId, async (tx) => {
    await files.getFileToSend(tx, identity, { id, mediaType: as })
    return files.find(tx, identity.tenantId, id)
  })
  if (!file) throw errors.notFound()
  return uploadHeaderExample(deps, files, number, file)
}

async function auditTemplateChange(
  tx: Tx,
  identity: Identity,
  { tenantId, id }: WhatsAppNumberRow,
  action: 'template.created' | 'template.changed' | 'template.deleted',
  { name }: TemplateRow,
): Promise<void> {
  await writeAuditEntry(tx, {
    tenantId,
    actor: toAuditActor(identity, tenantId),
    action,
    subject: { kind: 'number', id, label: name },
  })
  await emitNumberState(tx, { tenantId, numberId: id })
}
