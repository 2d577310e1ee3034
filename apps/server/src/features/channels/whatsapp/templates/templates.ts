import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { headerExamples, templateReadings, whatsappTemplates } from '../../../../platform/database/schema/whatsapp/templates.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { ProviderTemplate } from '../../../../platform/external-services/whatsapp-api.ts'
import type { NumberRow } from '../numbers/numbers.ts'

export type TemplateRow = typeof whatsappTemplates.$inferSelect

/** Identifies a WhatsApp account of a tenant. All numbers of an account share its templates. */
export type AccountRef = Pick<NumberRow, 'tenantId' | 'wabaId'>

/** Maximum number of rows per insert: a row has 16 columns, and a database query can have at most 65,535 parameters. */
const MAX_ROWS_PER_INSERT = 1_000

const whereAccount = ({ tenantId, wabaId }: AccountRef) =>
  whereTenant(whatsappTemplates, tenantId, eq(whatsappTemplates.wabaId, wabaId))
const whereFetchState = ({ tenantId, wabaId }: AccountRef) =>
  whereTenant(templateReadings, tenantId, eq(templateReadings.wabaId, wabaId))

export const listTemplates = (tx: Tx, account: AccountRef): Promise<TemplateRow[]> =>
  tx.db
    .select()
    .from(whatsappTemplates)
    .where(whereAccount(account))
    .orderBy(asc(whatsappTemplates.name), asc(whatsappTemplates.language), asc(whatsappTemplates.id))

export async function findTemplate(tx: Tx, account: AccountRef, id: string): Promise<TemplateRow | null> {
  const [row] = await tx.db
    .select()
    .from(whatsappTemplates)
    .where(
      whereTenant(
        whatsappTemplates,
        account.tenantId,
        eq(whatsappTemplates.wabaId, account.wabaId),
        eq(whatsappTemplates.id, id),
      ),
    )
  return row ?? null
}

/**
 * Returns when the templates of a WhatsApp account were last fetched from Meta, and whether they are still valid (`holds`). Returns null if
 * they were never fetched.
 */
export async function getFetchState(tx: Tx, account: AccountRef): Promise<{ readAt: Date; holds: boolean } | null> {
  const [row] = await tx.db.select().from(templateReadings).where(whereFetchState(account))
  if (!row?.readAt) return null
  return { readAt: row.readAt, holds: row.changedAt === null || row.changedAt < row.readAt }
}

/**
 * Locks the templates of a WhatsApp account until the transaction ends, so that a list from Meta does not overwrite a concurrent webhook
 * event.
 */
export async function lockTemplatesForUpdate(tx: Tx, account: AccountRef): Promise<void> {
  const { tenantId, wabaId } = account
  await tx.db.insert(templateReadings).values({ tenantId, wabaId }).onConflictDoNothing()
  await tx.db.select().from(templateReadings).where(whereFetchState(account)).for('update')
}

/** Marks the templates of a WhatsApp account as outdated, so that the next request fetches them from Meta. */
export async function markTemplatesOutdated(tx: Tx, { tenantId, wabaId }: AccountRef, at: Date): Promise<void> {
  await tx.db
    .insert(templateReadings)
    .values({ tenantId, wabaId, changedAt: at })
    .onConflictDoUpdate({ target: [templateReadings.tenantId, templateReadings.wabaId], set: { changedAt: at } })
}

/** Inserts a template, or updates the stored template with the same id. */
export const upsertTemplate = (tx: Tx, row: TemplateRow): Promise<void> => upsertTemplates(tx, [row])

async function upsertTemplates(tx: Tx, rows: readonly TemplateRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += MAX_ROWS_PER_INSERT) {
    await tx.db
      .insert(whatsappTemplates)
      .values(rows.slice(from, from + MAX_ROWS_PER_INSERT))
      .onConflictDoUpdate({
        target: [whatsappTemplates.tenantId, whatsappTemplates.wabaId, whatsappTemplates.id],
        set: ALL_INSERTED_VALUES,
      })
  }
}

/** SQL assignments that set every column to the value of the inserted row. */
const ALL_INSERTED_VALUES = Object.fromEntries(
  Object.entries(getTableColumns(whatsappTemplates)).map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
)

export async function deleteTemplateRows(tx: Tx, account: AccountRef, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .delete(whatsappTemplates)
    .where(
      whereTenant(
        whatsappTemplates,
        account.tenantId,
        eq(whatsappTemplates.wabaId, account.wabaId),
        inArray(whatsappTemplates.id, [...ids]),
      ),
    )
}

/**
 * Stores the templates that Meta listed at the time `asked`. Does not overwrite the changes of later webhook events. If the account has no
 * WhatsApp number any more, deletes its templates instead.
 */
export async function storeTemplateList(
  tx: Tx,
  account: AccountRef,
  found: readonly ProviderTemplate[],
  asked: Date,
): Promise<void> {
  await lockTemplatesForUpdate(tx, account)
  // The last number was removed while the request to Meta was running.
  if (!(await hasNumber(tx, account))) return deleteAccountTemplates(tx, account)
  const known = new Map((await listTemplates(tx, account)).map((row) => [row.id, row]))
  await upsertTemplates(
    tx,
    found.map((template) => mergeTemplate(account, known.get(template.id), template, asked)),
  )
  const listed = new Set(found.map(({ id }) => id))
  const gone = [...known.values()].filter(({ id, statusAt }) => !listed.has(id) && statusAt <= asked)
  await deleteTemplateRows(
    tx,
    account,
    gone.map(({ id }) => id),
  )
  await tx.db.update(templateReadings).set({ readAt: asked }).where(whereFetchState(account))
}

/**
 * Merges a template from Meta's list with the stored template. Keeps stored changes of events after `asked`, and the details of an
 * unchanged status, because an event contains more details than the list.
 */
function mergeTemplate(
  { tenantId, wabaId }: AccountRef,
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
          reason: known.reason ?? normalizeReason(found.reason),
          detail: known.detail,
          pausedUntil: known.pausedUntil,
        }
      : { status, reason: normalizeReason(found.reason), detail: null, pausedUntil: null }),
    statusAt: isSameState ? known.statusAt : asked,
    ...(isSameCategory
      ? { category: known.category, nextCategory: known.nextCategory, nextCategoryAt: known.nextCategoryAt }
      : { category, nextCategory: null, nextCategoryAt: null }),
    categoryAt: isSameCategory ? known.categoryAt : asked,
    quality: known && known.qualityAt > asked ? known.quality : quality,
    qualityAt: known && known.qualityAt > asked ? known.qualityAt : asked,
  }
}

/** Returns Meta's reason, or null if it is empty or NONE. */
export const normalizeReason = (reason: string | null | undefined): string | null =>
  !reason || reason === 'NONE' ? null : reason

/** Deletes the header example files of a removed WhatsApp number, and the account's templates if no other number shares them. */
export async function deleteNumberTemplates(tx: Tx, number: Pick<NumberRow, 'tenantId' | 'wabaId' | 'id'>): Promise<void> {
  // Locks the account first, as all other code does: a different order could cause a deadlock.
  await lockTemplatesForUpdate(tx, number)
  await tx.db.delete(headerExamples).where(whereTenant(headerExamples, number.tenantId, eq(headerExamples.numberId, number.id)))
  if (!(await hasNumber(tx, number))) await deleteAccountTemplates(tx, number)
}

async function hasNumber(tx: Tx, { tenantId, wabaId }: AccountRef): Promise<boolean> {
  return (await tx.db.$count(whatsappNumbers, whereTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.wabaId, wabaId)))) > 0
}

async function deleteAccountTemplates(tx: Tx, account: AccountRef): Promise<void> {
  await tx.db.delete(whatsappTemplates).where(whereAccount(account))
  await tx.db.delete(templateReadings).where(whereFetchState(account))
}
