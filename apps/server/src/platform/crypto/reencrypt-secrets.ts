import { tenants } from '../database/schema/organisation/tenants.ts'
import type { Deps } from '../deps.ts'
import type { Feature } from '../feature.ts'

/**
 * After a change of the server's secret, encrypts all stored secrets with the new one, for each organisation. When it has finished, the old
 * secret can be removed (operations.md).
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
