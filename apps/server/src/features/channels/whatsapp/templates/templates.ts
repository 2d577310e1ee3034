import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { headerExamples, templateReadings, whatsappTemplates } from '../../../../platform/database/schema/whatsapp/templates.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { ProviderTemplate } from '../../../../platform/external-services/whatsapp-api.ts'
import type { WhatsAppNumberRow } from '../numbers/numbers.ts'

export type TemplateRow = typeof whatsappTemplates.$inferSelect

/** Identifies a WhatsApp account of an organisation. All numbers of an account share its templates. */
export type AccountRef = Pick<WhatsAppNumberRow, 'tenantId' | 'wabaId'>

/** Maximum number of rows per insert. A row has 16 columns, and a database query can have at most 65,535 parameters. */
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
 * Returns when the templates of a WhatsApp account were last fetched from Meta, and whether they are still valid. Returns null if they were
 * never fetched.
 */
export async function getFetchState(tx: Tx, account: AccountRef): Promise<{ readAt: Date; isValid: boolean } | null> {
  const [row] = await tx.db.select().from(templateReadings).where(whereFetchState(account))
  if (!row?.readAt) return null
  return { readAt: row.readAt, isValid: row.changedAt === null || row.changedAt < row.readAt }
}

/**
 * Locks the templates of a WhatsApp account until the transaction ends. Otherwise a list from Meta could overwrite a concurrent webhook
 * event.
 */
export async function lockTemplatesForUpdate(tx: Tx, account: AccountRef): Promise<void> {
  const { tenantId, wabaId } = account
  await tx.db.insert(templateReadings).values({ tenantId, wabaId }).onConflictDoNothing()
  await tx.db.select().from(templateReadings).where(whereFetchState(account)).for('update')
}

/** Marks the templates of a WhatsApp account as outdated. The next request then fetches them from Meta. */
export async function markTemplatesOutdated(tx: Tx, { tenantId, wabaId }: AccountRef, at: Date): Promise<void> {
  await tx.db
    .insert(templateReadings)
    .values({ tenantId, wabaId, changedAt: at })
    .onConflictDoUpdate({ target: [templateReadings.tenantId, templateReadings.wabaId], set: { changedAt: at } })
}

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
 * Stores the list of templates that was requested from Meta at `requestedAt`. Does not overwrite changes of later webhook events. Deletes
 * the templates if the account has no WhatsApp number any more.
 */
export async function storeTemplateList(
  tx: Tx,
  account: AccountRef,
  templates: readonly ProviderTemplate[],
  requestedAt: Date,
): Promise<void> {
  await lockTemplatesForUpdate(tx, account)
  // The last number was removed during the request to Meta.
  if (!(await hasNumber(tx, account))) return deleteAccountTemplates(tx, account)
  const storedById = new Map((await listTemplates(tx, account)).map((row) => [row.id, row]))
  await upsertTemplates(
    tx,
    templates.map((template) => mergeTemplate(account, storedById.get(template.id), template, requestedAt)),
  )
  const listedIds = new Set(templates.map(({ id }) => id))
  const removed = [...storedById.values()].filter(({ id, statusAt }) => !listedIds.has(id) && statusAt <= requestedAt)
  await deleteTemplateRows(
    tx,
    account,
    removed.map(({ id }) => id),
  )
  await tx.db.update(templateReadings).set({ readAt: requestedAt }).where(whereFetchState(account))
}

/**
 * Merges a template from Meta's list with the stored one. Changes of webhook events after `requestedAt` stay. The details of an unchanged
 * status stay too, because the list contains fewer details than an event.
 */
function mergeTemplate(
  { tenantId, wabaId }: AccountRef,
  stored: TemplateRow | undefined,
  template: ProviderTemplate,
  requestedAt: Date,
): TemplateRow {
  const { id, name, language, category, status, components } = template
  const isSameState = stored !== undefined && (stored.statusAt > requestedAt || stored.status === status)
  const isSameCategory = stored !== undefined && (stored.categoryAt > requestedAt || stored.category === category)
  const quality = template.quality === 'UNKNOWN' ? null : template.quality
  return {
    tenantId,
    wabaId,
    id,
    name,
    language,
    components: [...components],
    ...(isSameState
      ? {
          status: stored.status,
          reason: stored.reason ?? normalizeReason(template.reason),
          detail: stored.detail,
          pausedUntil: stored.pausedUntil,
        }
      : { status, reason: normalizeReason(template.reason), detail: null, pausedUntil: null }),
    statusAt: isSameState ? stored.statusAt : requestedAt,
    ...(isSameCategory
      ? { category: stored.category, nextCategory: stored.nextCategory, nextCategoryAt: stored.nextCategoryAt }
      : { category, nextCategory: null, nextCategoryAt: null }),
    categoryAt: isSameCategory ? stored.categoryAt : requestedAt,
    quality: stored && stored.qualityAt > requestedAt ? stored.quality : quality,
    qualityAt: stored && stored.qualityAt > requestedAt ? stored.qualityAt : requestedAt,
  }
}

/** Returns Meta's reason, or null if it is empty or NONE. */
export const normalizeReason = (reason: string | null | undefined): string | null =>
  !reason || reason === 'NONE' ? null : reason

/** Deletes the header example files of a removed WhatsApp number. Deletes the templates too if the account has no other number. */
export async function deleteNumberTemplates(
  tx: Tx,
  number: Pick<WhatsAppNumberRow, 'tenantId' | 'wabaId' | 'id'>,
): Promise<void> {
  // Locks the account first, as all other code does. Another order could cause a deadlock.
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
