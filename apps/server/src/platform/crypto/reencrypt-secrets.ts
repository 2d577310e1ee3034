import { tenants } from '../database/schema/organisation/tenants.ts'
import type { Deps } from '../deps.ts'
import type { Feature } from '../feature.ts'

/**
 * Encrypts the stored secrets of all organisations with the current server secret. Does nothing without a previous server secret, which can
 * be removed from the configuration afterwards (operations.md).
 */
export async function reencryptSecrets(
  { config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>,
  features: readonly Feature[],
): Promise<void> {
  if (!config.previousSecret) return
  const allTenants = await db.system((tx) => tx.db.select({ id: tenants.id }).from(tenants))
  let count = 0
  for (const { id } of allTenants)
    count += await db.tenant(id, async (tx) => {
      let reencryptedCount = 0
      for (const feature of features) reencryptedCount += (await feature.reencryptSecrets?.(tx, id)) ?? 0
      return reencryptedCount
    })
  log.info({ count }, 'what the secret before had sealed is sealed anew')
}
