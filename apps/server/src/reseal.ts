import { resealTotp } from './features/auth/second-step/totp.ts'
import { calendarBox } from './features/calendar/calendar-box.ts'
import { resealConnections } from './features/calendar/reseal-connections.ts'
import { resealNumbers } from './features/channels/whatsapp/reseal-numbers.ts'
import { tenants } from './kernel/db/schema/tenants.ts'
import type { Deps } from './kernel/deps.ts'

/**
 * After a change of the secret: what the one before sealed is sealed anew, organisation by organisation, so that the old secret can go for
 * good once this has run (operations.md).
 */
export async function reseal({ config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): Promise<void> {
  if (!config.previousSecret) return
  const box = calendarBox(config)
  const all = await db.system((tx) => tx.db.select({ id: tenants.id }).from(tenants))
  let count = 0
  for (const { id } of all)
    count += await db.tenant(
      id,
      async (tx) =>
        (await resealConnections(tx, id, box)) + (await resealNumbers(tx, id, { config })) + (await resealTotp(tx, id, config)),
    )
  log.info({ count }, 'what the secret before had sealed is sealed anew')
}
