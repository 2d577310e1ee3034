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

/**
 * Returns the decrypted secret of an organisation's own Meta app.
 * @throws if it was encrypted with a session secret that no longer exists
 */
export const decryptAppSecret = (deps: Pick<Deps, 'config'>, app: ChannelAppRow): string =>
  getAppSecretBox(deps, app).decrypt(app.appSecret)

/** Returns the id of the organisation's Meta app with this secret. Creates the app, with its own webhook URL, if there is none. */
export async function findOrCreateApp(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  tenantId: string,
  secret: string,
): Promise<string> {
  const apps = await tx.db.select().from(channelApps).where(whereTenant(channelApps, tenantId))
  const existing = apps.find((app) => hasSecret(deps, app, secret))
  if (existing) return existing.id
  const id = uuid()
  const at = deps.clock.now()
  const key = randomBytes(KEY_BYTES).toString('base64url')
  const appSecret = getAppSecretBox(deps, { tenantId, id }).encrypt(secret)
  await tx.db.insert(channelApps).values({ tenantId, id, key, appSecret, createdAt: at, updatedAt: at })
  return id
}

/**
 * Whether a Meta app has this secret. Returns false if the stored secret cannot be decrypted: that app must not prevent linking a number to
 * another app.
 */
function hasSecret(deps: Pick<Deps, 'config'>, app: ChannelAppRow, secret: string): boolean {
  try {
    return equalsInConstantTime(decryptAppSecret(deps, app), secret)
  } catch {
    return false
  }
}

/** Replaces the secret of an organisation's own Meta app. The webhook URL of the app stays the same. */
export async function updateAppSecret(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  { tenantId, id }: AppRef,
  secret: string,
): Promise<void> {
  await tx.db
    .update(channelApps)
    .set({ appSecret: getAppSecretBox(deps, { tenantId, id }).encrypt(secret), updatedAt: deps.clock.now() })
    .where(whereTenant(channelApps, tenantId, eq(channelApps.id, id)))
}

/**
 * Returns the Meta app with this key in its webhook URL, or null. Needs a system transaction, because the organisation is not known yet.
 */
export async function findAppByKey(system: Tx, key: string): Promise<ChannelAppRow | null> {
  const [app] = await system.db.select().from(channelApps).where(eq(channelApps.key, key))
  return app ?? null
}

/** Returns the webhook URL keys of an organisation's own Meta apps, by app id. */
export async function listAppKeys(tx: Tx, tenantId: string): Promise<Map<string, string>> {
  const rows = await tx.db
    .select({ id: channelApps.id, key: channelApps.key })
    .from(channelApps)
    .where(whereTenant(channelApps, tenantId))
  return new Map(rows.map(({ id, key }) => [id, key]))
}

/** Encrypts the secrets of an organisation's own Meta apps with the current session secret. Returns the number of changed secrets. */
export async function reencryptAppSecrets(tx: Tx, tenantId: string, deps: Pick<Deps, 'config'>): Promise<number> {
  let count = 0
  for (const app of await tx.db.select().from(channelApps).where(whereTenant(channelApps, tenantId))) {
    const reencrypted = getAppSecretBox(deps, app).reencrypt(app.appSecret)
    if (reencrypted === null) continue
    const appCondition = whereTenant(channelApps, tenantId, eq(channelApps.id, app.id), eq(channelApps.appSecret, app.appSecret))
    await tx.db.update(channelApps).set({ appSecret: reencrypted }).where(appCondition)
    count += 1
  }
  return count
}
