import { asc, eq } from 'drizzle-orm'
import { createSecretBox, type SecretBox } from '../../../../platform/crypto/secret-box.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { NumberInfo, WhatsAppAccount } from '../../../../platform/external-services/whatsapp-api.ts'

export type WhatsAppNumberRow = typeof whatsappNumbers.$inferSelect

/** Identifies a WhatsApp number of an organisation. */
export interface WhatsAppNumberRef {
  tenantId: string
  numberId: string
}

/** Returns the encryption for the secrets of a WhatsApp number. Secrets of another number cannot be decrypted with it. */
export const getNumberSecretBox = (
  { config }: Pick<Deps, 'config'>,
  { tenantId, id }: Pick<WhatsAppNumberRow, 'tenantId' | 'id'>,
): SecretBox => createSecretBox(`whatsapp:${tenantId}:${id}`, config.sessionSecret, config.previousSecret ?? undefined)

export const encryptToken = (
  deps: Pick<Deps, 'config'>,
  number: Pick<WhatsAppNumberRow, 'tenantId' | 'id'>,
  token: string,
): string => getNumberSecretBox(deps, number).encrypt(token)

/**
 * Returns the credentials for requests to Meta about a WhatsApp number.
 * @throws if the token was encrypted with a secret that no longer exists
 */
export const getWhatsAppAccount = (deps: Pick<Deps, 'config'>, row: WhatsAppNumberRow): WhatsAppAccount => ({
  phoneNumberId: row.phoneNumberId,
  wabaId: row.wabaId,
  token: getNumberSecretBox(deps, row).decrypt(row.accessToken),
})

export const listWhatsAppNumbers = (tx: Tx, tenantId: string): Promise<WhatsAppNumberRow[]> =>
  tx.db
    .select()
    .from(whatsappNumbers)
    .where(whereTenant(whatsappNumbers, tenantId))
    .orderBy(asc(whatsappNumbers.createdAt), asc(whatsappNumbers.id))

const selectNumber = (tx: Tx, tenantId: string, id: string) =>
  tx.db
    .select()
    .from(whatsappNumbers)
    .where(whereTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.id, id)))

export const findWhatsAppNumber = async (tx: Tx, tenantId: string, id: string): Promise<WhatsAppNumberRow | null> =>
  (await selectNumber(tx, tenantId, id))[0] ?? null

/** Returns a WhatsApp number and locks its row until the transaction ends. Returns null if the number does not exist. */
export const lockWhatsAppNumberForUpdate = async (
  tx: Tx,
  { tenantId, numberId }: WhatsAppNumberRef,
): Promise<WhatsAppNumberRow | null> => (await selectNumber(tx, tenantId, numberId).for('update'))[0] ?? null

/** Milliseconds after connecting a WhatsApp number during which Meta may report an outdated mode. */
const PHONE_MODE_LAG_MS = 86_400_000

/**
 * Returns Meta's data about a WhatsApp number. For a day after connecting a number that is also used on a phone, the mode stays
 * `coexistence`: such a number must not be registered (061).
 */
export const withCoexistenceMode = <T extends Partial<NumberInfo>>(
  { mode, onboardedAt }: WhatsAppNumberRow,
  info: T | null,
  at: Date,
): T | null =>
  info && mode === 'coexistence' && onboardedAt && at.getTime() - onboardedAt.getTime() < PHONE_MODE_LAG_MS
    ? { ...info, mode }
    : info

/**
 * Stores whether Meta accepts requests for a WhatsApp number.
 * @param state `reason`: Portuguese text why Meta rejects requests, null if it accepts them
 */
export async function updateNumberStatus(
  tx: Tx,
  { tenantId, id }: Pick<WhatsAppNumberRow, 'tenantId' | 'id'>,
  state: { reason: string | null } & Partial<NumberInfo & Pick<WhatsAppNumberRow, 'mendedAt'>>,
  at: Date,
): Promise<WhatsAppNumberRow | null> {
  const { reason, ...info } = state
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
    .where(whereTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.id, id)))
    .returning()
  return row ?? null
}
