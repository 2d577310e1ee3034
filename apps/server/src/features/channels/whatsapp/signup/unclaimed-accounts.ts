import { asc, eq, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { tenants } from '../../../../platform/database/schema/organisation/tenants.ts'
import { unclaimedAccounts, whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { WebhookChange } from '../webhook/webhook-body.ts'

export type UnclaimedAccountRow = typeof unclaimedAccounts.$inferSelect

const metaId = z.pipe(z.coerce.string(), z.string().check(z.regex(/^\d{5,32}$/)))
const partnerAdded = z.object({
  event: z.literal('PARTNER_ADDED'),
  waba_info: z.object({ waba_id: metaId, owner_business_id: metaId }),
})

/** Returns the id of the platform's own organisation, which stores the unassigned WhatsApp accounts. Returns null if there is none. */
async function findPlatformTenantId(system: Tx): Promise<string | null> {
  const [platformTenant] = await system.db
    .select({ id: tenants.id })
    .from(tenants)
    .where(eq(tenants.platform, true))
    .orderBy(asc(tenants.createdAt), asc(tenants.id))
    .limit(1)
  return platformTenant?.id ?? null
}

/** Returns which of these WhatsApp accounts belong to an organisation. */
const findLinkedAccounts = async (system: Tx, accounts: readonly string[]): Promise<Set<string>> => {
  if (accounts.length === 0) return new Set()
  const rows = await system.db
    .select({ wabaId: whatsappNumbers.wabaId })
    .from(whatsappNumbers)
    .where(inArray(whatsappNumbers.wabaId, [...accounts]))
  return new Set(rows.map(({ wabaId }) => wabaId))
}

/**
 * Stores the WhatsApp accounts that Meta announces to the Meta app of this installation. Meta does not report their organisation, so staff
 * must assign them (NUM-04).
 */
export async function storeUnclaimedAccounts(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  changes: readonly WebhookChange[],
): Promise<void> {
  const announced = changes.flatMap(({ field, value }) => {
    const account = field === 'account_update' ? partnerAdded.safeParse(value).data : undefined
    return account ? { wabaId: account.waba_info.waba_id, ownerBusinessId: account.waba_info.owner_business_id } : []
  })
  if (announced.length === 0) return
  await db.system(async (tx) => {
    const tenantId = await findPlatformTenantId(tx)
    if (tenantId === null) return log.warn('Meta announced an account, and there is no platform to say whose it is')
    const announcedAt = clock.now()
    for (const account of announced) {
      await tx.db
        .insert(unclaimedAccounts)
        .values({ tenantId, ...account, announcedAt })
        .onConflictDoUpdate({
          target: [unclaimedAccounts.tenantId, unclaimedAccounts.wabaId],
          set: { ownerBusinessId: account.ownerBusinessId, announcedAt },
        })
      tx.emit({ name: 'channel.changed', payload: { tenantId, channel: 'whatsapp', accountId: account.wabaId, status: 'ok' } })
    }
  })
}

/** Returns the WhatsApp accounts without an organisation, oldest first. Excludes accounts that were connected after Meta announced them. */
export async function findUnclaimedAccounts(system: Tx): Promise<UnclaimedAccountRow[]> {
  const platformTenantId = await findPlatformTenantId(system)
  if (platformTenantId === null) return []
  const rows = await system.db
    .select()
    .from(unclaimedAccounts)
    .where(whereTenant(unclaimedAccounts, platformTenantId))
    .orderBy(asc(unclaimedAccounts.announcedAt), asc(unclaimedAccounts.wabaId))
  const linked = await findLinkedAccounts(
    system,
    rows.map(({ wabaId }) => wabaId),
  )
  return rows.filter(({ wabaId }) => !linked.has(wabaId))
}

export async function deleteUnclaimedAccount(system: Tx, wabaId: string): Promise<void> {
  const platformTenantId = await findPlatformTenantId(system)
  if (platformTenantId === null) return
  await system.db
    .delete(unclaimedAccounts)
    .where(whereTenant(unclaimedAccounts, platformTenantId, eq(unclaimedAccounts.wabaId, wabaId)))
}
