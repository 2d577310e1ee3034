import { eq } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { reencryptAppSecrets } from '../own-apps/channel-apps.ts'
import { reencryptSignupTokens } from '../signup/signups.ts'
import { getNumberSecretBox, listWhatsAppNumbers } from './numbers.ts'

/**
 * Encrypts an organisation's WhatsApp secrets with the current session secret: tokens, PINs and secrets of Meta apps. Returns the number of
 * changed values. Skips concurrently replaced values, which already use the current secret.
 */
export async function reencryptNumberSecrets(tx: Tx, tenantId: string, deps: Pick<Deps, 'config'>): Promise<number> {
  let count = 0
  for (const number of await listWhatsAppNumbers(tx, tenantId)) {
    const box = getNumberSecretBox(deps, number)
    for (const [name, column] of [
      ['accessToken', whatsappNumbers.accessToken],
      ['pin', whatsappNumbers.pin],
    ] as const) {
      const encrypted = number[name]
      const reencrypted = encrypted === null ? null : box.reencrypt(encrypted)
      if (encrypted === null || reencrypted === null) continue
      const secretCondition = whereTenant(whatsappNumbers, tenantId, eq(whatsappNumbers.id, number.id), eq(column, encrypted))
      await tx.db
        .update(whatsappNumbers)
        .set({ [name]: reencrypted })
        .where(secretCondition)
      count += 1
    }
  }
  return count + (await reencryptAppSecrets(tx, tenantId, deps)) + (await reencryptSignupTokens(tx, tenantId, deps))
}
