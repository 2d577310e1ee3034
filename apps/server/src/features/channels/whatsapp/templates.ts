import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { headerExamples, templateReadings, whatsappTemplates } from '../../../kernel/db/schema/templates.ts'
import { whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { ProviderTemplate } from '../../../kernel/whatsapp.ts'
import type { NumberRow } from './numbers.ts'

export type TemplateRow = typeof whatsappTemplates.$inferSelect

/** Whose templates: several numbers of one account share them. */
export type OfAccount = Pick<NumberRow, 'tenantId' | 'wabaId'>

/** Rows in one statement: each has 16 columns, and a statement 65,535 places. */
const AT_ONCE = 1_000

const ofAccount = ({ tenantId, wabaId }: OfAccount) => ofTenant(whatsappTemplates, tenantId, eq(whatsappTemplates.wabaId, wabaId))
const reading = ({ tenantId, wabaId }: OfAccount) => ofTenant(templateReadings, tenantId, eq(templateReadings.wabaId, wabaId))

export const listTemplates = (tx: Tx, account: OfAccount): Promise<TemplateRow[]> =>
  tx.db
    .select()
    .from(whatsappTemplates)
    .where(ofAccount(account))
    .orderBy(asc(whatsappTemplates.name), asc(whatsappTemplates.language), asc(whatsappTemplates.id))

export async function findTemplate(tx: Tx, account: OfAccount, id: string): Promise<TemplateRow | null> {
  const [row] = await tx.db
    .select()
    .from(whatsappTemplates)
    .where(
      ofTenant(whatsappTemplates, account.tenantId, eq(whatsappTemplates.wabaId, account.wabaId), eq(whatsappTemplates.id, id)),
    )
  return row ?? null
}

/** When an account was last read, and whether that still holds; null: never. */
export async function readingOf(tx: Tx, account: OfAccount): Promise<{ readAt: Date; holds: boolean } | null> {
  const [row] = await tx.db.select().from(templateReadings).where(reading(account))
  if (!row?.readAt) return null
  return { readAt: row.readAt, holds: row.changedAt === null || row.changedAt < row.readAt }
}

/** Whoever changes an account's templates does so one after the other: a list of Meta's must not undo what a webhook told meanwhile. */
export async function holdAccount(tx: Tx, account: OfAccount): Promise<void> {
  const { tenantId, wabaId } = account
  await tx.db.insert(templateReadings).values({ tenantId, wabaId }).onConflictDoNothing()
  await tx.db.select().from(templateReadings).where(reading(account)).for('update')
}

/** Something changed that only Meta knows whole: the next reading asks it, however soon that is. */
export async function noteChanged(tx: Tx, { tenantId, wabaId }: OfAccount, at: Date): Promise<void> {
  await tx.db
    .insert(templateReadings)
    .values({ tenantId, wabaId, changedAt: at })
    .onConflictDoUpdate({ target: [templateReadings.tenantId, templateReadings.wabaId], set: { changedAt: at } })
}

/** Keeps a template as it is now, new or known. */
export const keepTemplate = (tx: Tx, row: TemplateRow): Promise<void> => keepAll(tx, [row])

async function keepAll(tx: Tx, rows: readonly TemplateRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await tx.db
      .insert(whatsappTemplates)
      .values(rows.slice(from, from + AT_ONCE))
      .onConflictDoUpdate({ target: [whatsappTemplates.tenantId, whatsappTemplates.wabaId, whatsappTemplates.id], set: KEPT })
  }
}

/** Each column as the row that was to be inserted has it. */
const KEPT = Object.fromEntries(
  Object.entries(getTableColumns(whatsappTemplates)).map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
)

export async function dropTemplate(tx: Tx, account: OfAccount, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .delete(whatsappTemplates)
    .where(
      ofTenant(
        whatsappTemplates,
        account.tenantId,
        eq(whatsappTemplates.wabaId, account.wabaId),
        inArray(whatsappTemplates.id, [...ids]),
      ),
    )
}

/** Keeps what Meta listed when it was asked; what was told after that stands, and of an account without a number nothing. */
export async function keepList(tx: Tx, account: OfAccount, found: readonly ProviderTemplate[], asked: Date): Promise<void> {
  await holdAccount(tx, account)
  // The last was unlinked while Meta answered.
  if (!(await hasNumber(tx, account))) return dropAccount(tx, account)
  const known = new Map((await listTemplates(tx, account)).map((row) => [row.id, row]))
  await keepAll(
    tx,
    found.map((template) => merged(account, known.get(template.id), template, asked)),
  )
  const listed = new Set(found.map(({ id }) => id))
  const gone = [...known.values()].filter(({ id, statusAt }) => !listed.has(id) && statusAt <= asked)
  await dropTemplate(
    tx,
    account,
    gone.map(({ id }) => id),
  )
  await tx.db.update(templateReadings).set({ readAt: asked }).where(reading(account))
}

/** A template by Meta's list, and by what was told of it since. A webhook knows more of a state than the list does. */
function merged(
  { tenantId, wabaId }: OfAccount,
  known: TemplateRow | undefined,
  found: ProviderTemplate,
  asked: Date,
): TemplateRow {
  const { id, name, language, category, status, components } = found
  const isSameState = known !== undefined && (known.statusAt > asked || known.status === status)
  const isSameCategory = known !== undefined && (known.categoryAt > asked || known.category === category)
  const quality = found.quality === 'UNKNOWN' ? null : found.quality
  return {
    tenantId,
    wabaId,
    id,
    name,
    language,
    components: [...components],
    ...(isSameState
      ? {
          status: known.status,
          reason: known.reason ?? wordOf(found.reason),
          detail: known.detail,
          pausedUntil: known.pausedUntil,
        }
      : { status, reason: wordOf(found.reason), detail: null, pausedUntil: null }),
    statusAt: isSameState ? known.statusAt : asked,
    ...(isSameCategory
      ? { category: known.category, nextCategory: known.nextCategory, nextCategoryAt: known.nextCategoryAt }
      : { category, nextCategory: null, nextCategoryAt: null }),
    categoryAt: isSameCategory ? known.categoryAt : asked,
    quality: known && known.qualityAt > asked ? known.quality : quality,
    qualityAt: known && known.qualityAt > asked ? known.qualityAt : asked,
  }
}

/** Meta writes NONE for no reason. */
export const wordOf = (reason: string | null | undefined): string | null => (!reason || reason === 'NONE' ? null : reason)

/** A number has gone: its examples go with it, and what no other number of the organisation shares. */
export async function forgetTemplates(tx: Tx, number: Pick<NumberRow, 'tenantId' | 'wabaId' | 'id'>): Promise<void> {
  // Before anything of the account is touched, as everybody does: two that hold in another order would wait for each other.
  await holdAccount(tx, number)
  await tx.db.delete(headerExamples).where(ofTenant(headerExamples, number.tenantId, eq(headerExamples.numberId, number.id)))
  if (!(await hasNumber(tx, number))) await dropAccount(tx, number)
}

async function hasNumber(tx: Tx, { tenantId, wabaId }: OfAccount): Promise<boolean> {
  return (await tx.db.$count(whatsappNumbers, ofTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.wabaId, wabaId)))) > 0
}

async function dropAccount(tx: Tx, account: OfAccount): Promise<void> {
  await tx.db.delete(whatsappTemplates).where(ofAccount(account))
  await tx.db.delete(templateReadings).where(reading(account))
}
