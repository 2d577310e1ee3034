import type { TemplateContent, TemplateDraft } from '@prosa/contract/rules/template-draft'
import { problemsByField, templateProblems } from '@prosa/contract/rules/template-problems'
import { actorOf, audit } from '../../../kernel/audit.ts'
import type { Tx } from '../../../kernel/db/database.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import type { Identity } from '../../../kernel/http/identity.ts'
import type { Asked } from '../../../kernel/whatsapp.ts'
import type { Files } from '../../files/ports.ts'
import { handleOf } from './header-example.ts'
import { accountOf, findNumber, type NumberRow } from './numbers.ts'
import { tellOfNumber } from './problems.ts'
import { wordingOf } from './template-components.ts'
import { refusedTemplate } from './template-refusals.ts'
import {
  dropTemplate,
  findTemplate,
  holdAccount,
  keepTemplate,
  listTemplates,
  noteChanged,
  type TemplateRow,
} from './templates.ts'

export type ManageDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'whatsapp' | 'log'>
export type ExampleFiles = Pick<Files, 'toSend' | 'find' | 'withBytes'>

const TAKEN = 'Já existe um modelo com este nome e idioma.'
const FIXED = 'A categoria de um modelo aprovado não muda.'
/** Of one that Meta has said nothing of yet. */
const NOTHING_TOLD = { nextCategory: null, nextCategoryAt: null, reason: null, detail: null, pausedUntil: null, quality: null }
/** Meta's code for what it does not know: it is deleted already. */
const UNKNOWN = 100

/** @throws 404 */
export async function numberAt({ db }: Pick<Deps, 'db'>, tenantId: string, id: string): Promise<NumberRow> {
  const number = await db.tenant(tenantId, (tx) => findNumber(tx, tenantId, id))
  if (!number) throw errors.notFound()
  return number
}

/**
 * Has Meta look at a new template.
 * @throws 404 without such a number or file, 409 when its name is taken in its language, 400 with what Meta says against it, 503 when Meta does not answer:
 * it may be there then, and the list that is read next says so
 */
export async function createTemplate(
  deps: ManageDeps,
  files: ExampleFiles,
  who: Identity,
  numberId: string,
  { name, language, ...content }: TemplateDraft,
): Promise<TemplateRow> {
  const { tenantId } = who
  const number = await numberAt(deps, tenantId, numberId)
  requireSound({ name, language, ...content })
  const known = await deps.db.tenant(tenantId, (tx) => listTemplates(tx, number))
  if (known.some((row) => row.name === name && row.language === language)) throw errors.conflict(TAKEN, { name: TAKEN })
  const wording = wordingOf(content, await handleFor(deps, files, who, number, content))
  const at = deps.clock.now()
  const answer = await deps.whatsapp.createTemplate(accountOf(deps, number), { name, language, ...wording })
  const { id, status, category } = await answered(deps, number, answer)
  const row: TemplateRow = {
    tenantId,
    wabaId: number.wabaId,
    id,
    name,
    language,
    status,
    components: [...wording.parts],
    category: category ?? wording.category,
    ...NOTHING_TOLD,
    statusAt: at,
    categoryAt: at,
    qualityAt: at,
  }
  await deps.db.tenant(tenantId, async (tx) => {
    await holdAccount(tx, number)
    // Its webhook may have been faster, and knows more.
    if (!(await findTemplate(tx, number, id))) await keepTemplate(tx, row)
    await note(tx, who, number, 'template.created', row)
  })
  return row
}

/** Has Meta look at other wording of a template. @throws as createTemplate, 409 while Meta still looks at it, 404 where it is deleted by then */
export async function updateTemplate(
  deps: ManageDeps,
  files: ExampleFiles,
  who: Identity,
  { numberId, id }: { numberId: string; id: string },
  content: TemplateContent,
): Promise<TemplateRow> {
  const { tenantId } = who
  const number = await numberAt(deps, tenantId, numberId)
  const before = await deps.db.tenant(tenantId, (tx) => findTemplate(tx, number, id))
  if (!before) throw errors.notFound()
  requireSound(content)
  if (before.status === 'PENDING') throw errors.conflict('A Meta ainda analisa este modelo. Espere a resposta para mudá-lo.')
  if (before.status === 'APPROVED' && before.category !== content.category) throw errors.invalid(FIXED, { category: FIXED })
  const wording = wordingOf(content, await handleFor(deps, files, who, number, content))
  const at = deps.clock.now()
  await answered(deps, number, await deps.whatsapp.changeTemplate(accountOf(deps, number), id, wording))
  const kept = await deps.db.tenant(tenantId, async (tx) => {
    await holdAccount(tx, number)
    const now = await findTemplate(tx, number, id)
    if (!now) {
      // Deleted while Meta answered: it stays so, and Meta is asked what there is.
      await noteChanged(tx, number, deps.clock.now())
      await note(tx, who, number, 'template.changed', before)
      return null
    }
    const news = { status: 'PENDING', reason: null, detail: null, pausedUntil: null, statusAt: at }
    const row = { ...now, components: [...wording.parts], category: wording.category, ...(now.statusAt > at ? {} : news) }
    await keepTemplate(tx, row)
    await note(tx, who, number, 'template.changed', row)
    return row
  })
  if (!kept) throw errors.notFound()
  return kept
}

/** Deletes a template at Meta. @throws 404, 400 with what Meta says against it, 503 */
export async function deleteTemplate(
  deps: ManageDeps,
  who: Identity,
  { numberId, id }: { numberId: string; id: string },
): Promise<void> {
  const { tenantId } = who
  const number = await numberAt(deps, tenantId, numberId)
  const row = await deps.db.tenant(tenantId, (tx) => findTemplate(tx, number, id))
  if (!row) throw errors.notFound()
  const answer = await deps.whatsapp.deleteTemplate(accountOf(deps, number), row)
  if (!(answer.kind === 'refused' && answer.code === UNKNOWN && !answer.subcode)) await answered(deps, number, answer)
  await deps.db.tenant(tenantId, async (tx) => {
    await holdAccount(tx, number)
    await dropTemplate(tx, number, [id])
    await note(tx, who, number, 'template.deleted', row)
  })
}

/** What Meta would refuse is refused before it is asked (TPL-02). @throws 400 in words, each at its field */
function requireSound(draft: Parameters<typeof templateProblems>[0]): void {
  const problems = problemsByField(templateProblems(draft))
  if (problems.size > 0) throw errors.invalid('Corrija os campos marcados.', Object.fromEntries(problems))
}

/** What Meta answered. Where it did not, it may have done what it was asked: it is read anew. */
async function answered<T>({ db, clock }: ManageDeps, number: NumberRow, answer: Asked<T>): Promise<T> {
  if (answer.kind === 'refused') throw refusedTemplate(answer)
  if (answer.kind === 'answered') return answer.value
  await db.tenant(number.tenantId, async (tx) => {
    await noteChanged(tx, number, clock.now())
    await tellOfNumber(tx, { tenantId: number.tenantId, numberId: number.id })
  })
  throw errors.unavailable()
}

/** The handle of a header's example; null where the header is no file. */
async function handleFor(
  deps: ManageDeps,
  files: ExampleFiles,
  who: Identity,
  number: NumberRow,
  { header }: TemplateContent,
): Promise<string | null> {
  if (!header || header.kind === 'text' || header.kind === 'location') return null
  const { kind: as, file_id: id = '' } = header
  const file = await deps.db.tenant(who.tenantId, async (tx) => {
    await files.toSend(tx, who, { id, as })
    return files.find(tx, who.tenantId, id)
  })
  if (!file) throw errors.notFound()
  return handleOf(deps, files, number, file)
}

async function note(
  tx: Tx,
  who: Identity,
  { tenantId, id }: NumberRow,
  action: 'template.created' | 'template.changed' | 'template.deleted',
  { name }: TemplateRow,
): Promise<void> {
  await audit(tx, { tenantId, actor: actorOf(who, tenantId), action, subject: { kind: 'number', id, label: name } })
  await tellOfNumber(tx, { tenantId, numberId: id })
}
