import { tenants } from '../database/schema/organisation/tenants.ts'
import type { Deps } from '../deps.ts'
import type { Feature } from '../feature.ts'

/**
 * Encrypts all stored secrets of all organisations with the current server secret, after the server secret was changed. Does nothing
 * without a previous secret. Afterwards the previous secret can be removed from the configuration (operations.md).
 */
export async function reencryptSecrets(
  { config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>,
  features: readonly Feature[],
): Promise<void> {
  if (!config.previousSecret) return
  const all = await db.system((tx) => tx.db.select({ id: tenants.id }).from(tenants))
  let count = 0
  for (const { id } of all)
    count += await db.tenant(id, async (tx) => {
      let sealed = 0
      for (const feature of features) sealed += (await feature.reseal?.(tx, id)) ?? 0
      return sealed
    })
  log.info({ count }, 'what the secret before had sealed is sealed anew')
}
