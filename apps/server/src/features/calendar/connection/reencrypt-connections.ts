import { eq } from 'drizzle-orm'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { calendarConnections } from '../../../platform/database/schema/organisation/calendar.ts'

/**
 * Encrypts an organisation's calendar tokens with the current secret. Skips tokens that are replaced meanwhile, because new tokens already
 * use that secret.
 * @returns the number of changed tokens
 */
export async function reencryptConnections(tx: Tx, tenantId: string, box: SecretBox): Promise<number> {
  const rows = await tx.db.select().from(calendarConnections).where(whereTenant(calendarConnections, tenantId))
  let count = 0
  for (const { userId, refreshToken } of rows) {
    const reencrypted = box.reencrypt(refreshToken)
    if (reencrypted === null) continue
    const unchangedRow = whereTenant(
      calendarConnections,
      tenantId,
      eq(calendarConnections.userId, userId),
      eq(calendarConnections.refreshToken, refreshToken),
    )
    await tx.db.update(calendarConnections).set({ refreshToken: reencrypted }).where(unchangedRow)
    count += 1
  }
  return count
}
