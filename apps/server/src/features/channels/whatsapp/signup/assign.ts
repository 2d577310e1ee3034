import { and, asc, eq, isNull } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { isUuid } from '../../../../kernel/db/database.ts'
import { ofTenant } from '../../../../kernel/db/of-tenant.ts'
import { agents } from '../../../../kernel/db/schema/conversations.ts'
import { tenants } from '../../../../kernel/db/schema/tenants.ts'
import { whatsappSignups } from '../../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../../kernel/deps.ts'
import { AppError, errors } from '../../../../kernel/errors.ts'
import type { Identity } from '../../../../kernel/http/identity.ts'
import { requireAgent } from '../keep-number.ts'
import { type AdvanceDeps, advance } from './advance.ts'
import { signupSettings } from './begin.ts'
import { findSignup, type SignupRow, signupBox } from './signups.ts'
import { unclaimedIn } from './unclaimed.ts'

const NO_SYSTEM_TOKEN = 'Falta a variável WHATSAPP_SYSTEM_TOKEN no servidor: sem ela a Meta não dá o acesso à conta.'
const REFUSED = 'A Meta não deu o acesso a esta conta. Confira WHATSAPP_SYSTEM_TOKEN, ou peça ao dono que ligue o número de novo.'

/** @throws 403 for whoever is not staff of the platform */
function requirePlatform({ platform, role }: Identity): void {
  if (!platform || role !== 'staff') throw errors.denied()
}

/** Accounts that nobody has, and whom they may be given to. @throws 403 */
export async function listUnclaimed({ db }: Pick<Deps, 'db'>, who: Identity) {
  requirePlatform(who)
  return db.system(async (tx) => {
    const accounts = await unclaimedIn(tx)
    if (accounts.length === 0) return { accounts: [], tenants: [] }
    const [all, theirs] = [
      await tx.db
        .select({ id: tenants.id, name: tenants.name })
        .from(tenants)
        .where(eq(tenants.active, true))
        .orderBy(asc(tenants.name)),
      await tx.db.select({ tenantId: agents.tenantId, id: agents.id, name: agents.name }).from(agents).orderBy(asc(agents.name)),
    ]
    return {
      accounts: accounts.map(({ wabaId, ownerBusinessId, announcedAt }) => ({
        waba_id: wabaId,
        owner_business_id: ownerBusinessId,
        announced_at: announcedAt.toISOString(),
      })),
      tenants: all.map(({ id, name }) => ({
        id,
        name,
        agents: theirs.filter(({ tenantId }) => tenantId === id).map((agent) => ({ id: agent.id, name: agent.name })),
      })),
    }
  })
}

/**
 * Links an account that nobody has to an organisation: staff of the platform say whose it is. It is a linking of that organisation's from here
 * on, whose people go on with it where it stops (a PIN only they know).
 * @throws 403, 404, 400 when Meta gives no access, 503 when it does not answer or nothing is configured
 */
export async function assignUnclaimed(
  deps: AdvanceDeps,
  who: Identity,
  wabaId: string,
  { tenant_id: tenantId, agent_id: agentId }: { tenant_id: string; agent_id: string },
): Promise<SignupRow> {
  requirePlatform(who)
  const app = signupSettings(deps)
  const { systemToken } = deps.config.whatsapp
  if (systemToken === null) throw new AppError(503, 'SERVICE_UNAVAILABLE', NO_SYSTEM_TOKEN)
  const account = (await deps.db.system(unclaimedIn)).find((one) => one.wabaId === wabaId)
  if (!account || !isUuid(tenantId)) throw errors.notFound()
  await deps.db.tenant(tenantId, (tx) => requireAgent(tx, tenantId, agentId))
  const token = await deps.whatsapp.fetchBusinessToken(app, systemToken, account.ownerBusinessId)
  if (token.kind === 'unreachable') throw errors.unavailable()
  if (token.kind === 'refused') throw errors.invalid(REFUSED)
  const id = uuid()
  const place = { tenantId, id }
  const at = deps.clock.now()
  await deps.db.tenant(tenantId, async (tx) => {
    // Assigned once more, after it was cut off: one goes on.
    const before = and(eq(whatsappSignups.wabaId, wabaId), isNull(whatsappSignups.numberId))
    await tx.db.delete(whatsappSignups).where(ofTenant(whatsappSignups, tenantId, before))
    await tx.db.insert(whatsappSignups).values({
      ...place,
      userId: who.userId,
      agentId,
      mode: 'api',
      historyDays: 0,
      step: 'granted',
      // Nothing comes back from Meta for it.
      stateDigest: '',
      expiresAt: at,
      accessToken: signupBox(deps, place).seal(token.value),
      wabaId,
      createdAt: at,
      updatedAt: at,
    })
  })
  await advance(deps, place, { who })
  const row = await deps.db.tenant(tenantId, (tx) => findSignup(tx, place))
  if (!row) throw errors.notFound()
  return row
}
