import { and, asc, eq, isNull } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../../../platform/access/identity.ts'
import { isUuid } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { agents } from '../../../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../../../platform/database/schema/organisation/tenants.ts'
import { whatsappSignups } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { AppError, errors } from '../../../../platform/errors.ts'
import { requireAgent } from '../numbers/insert-number.ts'
import { advanceSignup, type SignupDeps } from './advance-signup.ts'
import { getSignupSettings } from './begin-signup.ts'
import { findSignup, getSignupSecretBox, type SignupRow } from './signups.ts'
import { findUnclaimedAccounts } from './unclaimed-accounts.ts'

const NO_SYSTEM_TOKEN = 'Falta a variável WHATSAPP_SYSTEM_TOKEN no servidor: sem ela a Meta não dá o acesso à conta.'
const ACCESS_REFUSED =
  'A Meta não deu o acesso a esta conta. Confira WHATSAPP_SYSTEM_TOKEN, ou peça ao dono que ligue o número de novo.'

/** Requires that the user belongs to the platform's staff. @throws 403 otherwise */
function requirePlatformStaff({ isPlatformUser, role }: Identity): void {
  if (!isPlatformUser || role !== 'staff') throw errors.permissionDenied()
}

/**
 * Returns the WhatsApp accounts without an organisation, and the organisations and agents to which staff can assign them.
 * @throws 403 if the user does not belong to the platform's staff
 */
export async function listAccountsToAssign({ db }: Pick<Deps, 'db'>, identity: Identity) {
  requirePlatformStaff(identity)
  return db.system(async (tx) => {
    const accounts = await findUnclaimedAccounts(tx)
    if (accounts.length === 0) return { accounts: [], tenants: [] }
    const [activeTenants, allAgents] = [
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
      tenants: activeTenants.map(({ id, name }) => ({
        id,
        name,
        agents: allAgents.filter(({ tenantId }) => tenantId === id).map((agent) => ({ id: agent.id, name: agent.name })),
      })),
    }
  })
}

/**
 * Assigns a WhatsApp account to an organisation and starts connecting its number. Only for the platform's staff. If a step fails, users of
 * the organisation continue the sign-up.
 * @throws 403 for other users, 404 if account, organisation or agent do not exist, 400 if Meta grants no access, 503 if Meta does not
 * respond or the access is not configured
 */
export async function assignAccount(
  deps: SignupDeps,
  identity: Identity,
  wabaId: string,
  { tenant_id: tenantId, agent_id: agentId }: { tenant_id: string; agent_id: string },
): Promise<SignupRow> {
  requirePlatformStaff(identity)
  const app = getSignupSettings(deps)
  const { systemToken } = deps.config.whatsapp
  if (systemToken === null) throw new AppError(503, 'SERVICE_UNAVAILABLE', NO_SYSTEM_TOKEN)
  const account = (await deps.db.system(findUnclaimedAccounts)).find((candidate) => candidate.wabaId === wabaId)
  if (!account || !isUuid(tenantId)) throw errors.notFound()
  await deps.db.tenant(tenantId, (tx) => requireAgent(tx, tenantId, agentId))
  const token = await deps.whatsapp.fetchBusinessToken(app, systemToken, account.ownerBusinessId)
  if (token.kind === 'unreachable') throw errors.unavailable()
  if (token.kind === 'refused') throw errors.invalid(ACCESS_REFUSED)
  const id = uuid()
  const signupRef = { tenantId, id }
  const at = deps.clock.now()
  await deps.db.tenant(tenantId, async (tx) => {
    // Replaces an interrupted assignment of the same account.
    const earlierAssignmentCondition = and(eq(whatsappSignups.wabaId, wabaId), isNull(whatsappSignups.numberId))
    await tx.db.delete(whatsappSignups).where(whereTenant(whatsappSignups, tenantId, earlierAssignmentCondition))
    await tx.db.insert(whatsappSignups).values({
      ...signupRef,
      userId: identity.userId,
      agentId,
      mode: 'api',
      historyDays: 0,
      step: 'granted',
      // Not used, because no redirect from Meta is expected.
      stateDigest: '',
      expiresAt: at,
      accessToken: getSignupSecretBox(deps, signupRef).encrypt(token.value),
      wabaId,
      createdAt: at,
      updatedAt: at,
    })
  })
  await advanceSignup(deps, signupRef, { identity })
  const row = await deps.db.tenant(tenantId, (tx) => findSignup(tx, signupRef))
  if (!row) throw errors.notFound()
  return row
}
