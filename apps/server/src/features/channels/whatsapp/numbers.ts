import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { createSecretBox, type SecretBox } from '../../../kernel/secret-box.ts'
import type { NumberInfo, WhatsAppAccount } from '../../../kernel/whatsapp.ts'

export type NumberRow = typeof whatsappNumbers.$inferSelect

/** Which number something is about. */
export interface ForNumber {
  tenantId: string
  numberId: string
}

/** Seals one number's token: what was sealed for another number, or another tenant, does not open. */
export const boxOf = ({ config }: Pick<Deps, 'config'>, { tenantId, id }: Pick<NumberRow, 'tenantId' | 'id'>): SecretBox =>
  createSecretBox(`whatsapp:${tenantId}:${id}`, config.sessionSecret, config.previousSecret ?? undefined)

export const sealToken = (deps: Pick<Deps, 'config'>, number: Pick<NumberRow, 'tenantId' | 'id'>, token: string): string =>
  boxOf(deps, number).seal(token)

/** What it takes to speak to Meta for a number. @throws when the token was sealed under a secret that is gone */
export const accountOf = (deps: Pick<Deps, 'config'>, row: NumberRow): WhatsAppAccount => ({
  phoneNumberId: row.phoneNumberId,
  wabaId: row.wabaId,
  token: boxOf(deps, row).open(row.accessToken),
})

export const listNumbers = (tx: Tx, tenantId: string): Promise<NumberRow[]> =>
  tx.db
    .select()
    .from(whatsappNumbers)
    .where(ofTenant(whatsappNumbers, tenantId))
    .orderBy(asc(whatsappNumbers.createdAt), asc(whatsappNumbers.id))

const rowOf = (tx: Tx, tenantId: string, id: string) =>
  tx.db
    .select()
    .from(whatsappNumbers)
    .where(ofTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.id, id)))

export const findNumber = async (tx: Tx, tenantId: string, id: string): Promise<NumberRow | null> =>
  (await rowOf(tx, tenantId, id))[0] ?? null

/** The same, and nobody changes it before the transaction's end. */
export const holdNumber = async (tx: Tx, { tenantId, numberId }: ForNumber): Promise<NumberRow | null> =>
  (await rowOf(tx, tenantId, numberId).for('update'))[0] ?? null

/** So long Meta may not say yet what its own page knows. */
const PHONE_LAG_MS = 86_400_000

/** What Meta says of a number, but that it stays on its phone where somebody said so when it was linked: one on a phone must not be registered (061). */
export const asOnPhone = <T extends Partial<NumberInfo>>({ mode, onboardedAt }: NumberRow, info: T | null, at: Date): T | null =>
  info && mode === 'coexistence' && onboardedAt && at.getTime() - onboardedAt.getTime() < PHONE_LAG_MS ? { ...info, mode } : info

/** Notes that Meta lets us speak for a number from now on, or does not; what is wrong, if anything, is told by its problems. */
export async function noteStatus(
  tx: Tx,
  { tenantId, id }: Pick<NumberRow, 'tenantId' | 'id'>,
  found: { reason: string | null } & Partial<NumberInfo & Pick<NumberRow, 'mendedAt'>>,
  at: Date,
): Promise<NumberRow | null> {
  const { reason, ...info } = found
  const status = reason === null ? ('ok' as const) : ('broken' as const)
  const [row] = await tx.db
    .update(whatsappNumbers)
    .set({
      status,
      statusReason: reason,
      checkedAt: at,
      ...(status === 'ok' ? { mendedAt: at } : {}),
      ...info,
      updatedAt: at,
    })
    .where(ofTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.id, id)))
    .returning()
  return row ?? null
}
