import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { createSecretBox, type SecretBox } from '../../../../platform/crypto/secret-box.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { channelApps } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { equalsInConstantTime } from '../webhook/signature.ts'

export type ChannelAppRow = typeof channelApps.$inferSelect
type AppRef = Pick<ChannelAppRow, 'tenantId' | 'id'>

const KEY_BYTES = 24

const getAppSecretBox = ({ config }: Pick<Deps, 'config'>, { tenantId, id }: AppRef): SecretBox =>
  createSecretBox(`whatsapp-app:${tenantId}:${id}`, config.sessionSecret, config.previousSecret ?? undefined)

/** Returns an app's decrypted secret. @throws if it was encrypted with a secret that no longer exists */
export const decryptAppSecret = (deps: Pick<Deps, 'config'>, app: ChannelAppRow): string =>
  getAppSecretBox(deps, app).open(app.appSecret)

/** Returns the id of the tenant's app with this secret. Creates the app, with its own webhook URL, if there is none. */
export async function findOrCreateApp(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  tenantId: string,
  secret: string,
): Promise<string> {
  const own = await tx.db.select().from(channelApps).where(whereTenant(channelApps, tenantId))
  const known = own.find((app) => hasSecret(deps, app, secret))
  if (known) return known.id
  const id = uuid()
  const at = deps.clock.now()
  const key = randomBytes(KEY_BYTES).toString('base64url')
  const appSecret = getAppSecretBox(deps, { tenantId, id }).seal(secret)
  await tx.db.insert(channelApps).values({ tenantId, id, key, appSecret, createdAt: at, updatedAt: at })
  return id
}

/** A secret that cannot be decrypted does not match, instead of making the connection fail. */
function hasSecret(deps: Pick<Deps, 'config'>, app: ChannelAppRow, secret: string): boolean {
  try {
    return equalsInConstantTime(decryptAppSecret(deps, app), secret)
  } catch {
    return false
  }
}

/** Changes the secret of an app. Its webhook URL stays. */
export async function updateAppSecret(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  { tenantId, id }: AppRef,
  secret: string,
): Promise<void> {
  await tx.db
    .update(channelApps)
    .set({ appSecret: getAppSecretBox(deps, { tenantId, id }).seal(secret), updatedAt: deps.clock.now() })
    .where(whereTenant(channelApps, tenantId, eq(channelApps.id, id)))
}

/** Returns the app with this key in its webhook URL, or null. Runs as the system, because the tenant is not known yet. */
export async function findAppByKey(system: Tx, key: string): Promise<ChannelAppRow | null> {
  const [app] = await system.db.select().from(channelApps).where(eq(channelApps.key, key))
  return app ?? null
}

/** Returns the keys of a tenant's apps by app id. */
export async function listAppKeys(tx: Tx, tenantId: string): Promise<Map<string, string>> {
  const rows = await tx.db
    .select({ id: channelApps.id, key: channelApps.key })
    .from(channelApps)
    .where(whereTenant(channelApps, tenantId))
  return new Map(rows.map(({ id, key }) => [id, key]))
}

/** Encrypts the secrets of a tenant's apps with the current secret, and returns how many changed. */
export async function reencryptAppSecrets(tx: Tx, tenantId: string, deps: Pick<Deps, 'config'>): Promise<number> {
  let count = 0
  for (const app of await tx.db.select().from(channelApps).where(whereTenant(channelApps, tenantId))) {
    const anew = getAppSecretBox(deps, app).reseal(app.appSecret)
    if (anew === null) continue
    const mine = whereTenant(channelApps, tenantId, eq(channelApps.id, app.id), eq(channelApps.appSecret, app.appSecret))
    await tx.db.update(channelApps).set({ appSecret: anew }).where(mine)
    count += 1
  }
  return count
}
