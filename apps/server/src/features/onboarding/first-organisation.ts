import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { writeAuditEntry } from '../../platform/audit/audit.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Agents } from '../agents/ports.ts'
import type { Accounts } from '../auth/ports.ts'
import type { Tenants } from '../tenants/ports.ts'
import { createSetupToken } from './setup-token.ts'

export interface FirstOrganisation {
  organisation: { name: string; domain: string }
  user: { name: string; phone: string; email: string; passwordHash: string }
}

export interface SetupPorts {
  accounts: Pick<Accounts, 'assignPhone' | 'add'>
  agents: Agents
  tenants: Pick<Tenants, 'add'>
}

export const hasOrganisation = ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  db.system(async (tx) => (await tx.db.$count(tenants)) > 0)

/**
 * Returns the URL of the page that creates the first organisation. Returns null if an organisation exists. The token follows '#' in the
 * URL, so that it appears in no server log and no Referer header.
 */
export async function getSetupUrl(deps: Pick<Deps, 'db' | 'clock' | 'config'>, origin: string): Promise<string | null> {
  if (await hasOrganisation(deps)) return null
  return `${origin}/comecar#t=${await createSetupToken(deps.config.sessionSecret, deps.clock.now())}`
}

/**
 * Creates the first organisation, which operates the platform, and its first user with the role 'staff'. Of several concurrent requests,
 * only one succeeds.
 * @returns null if an organisation already exists
 */
export function createFirstOrganisation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ports: SetupPorts,
  { organisation, user }: FirstOrganisation,
): Promise<{ tenantId: string; userId: string } | null> {
  return db.system(async (tx) => {
    await tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('first organisation'))`)
    if ((await tx.db.$count(tenants)) > 0) return null
    const now = clock.now()
    const [tenantId, userId] = [uuid(), uuid()]
    await ports.tenants.add(tx, { id: tenantId, ...organisation, platform: true }, now)
    if (!(await ports.accounts.assignPhone(tx, { tenantId, userId }, user.phone))) throw new Error('The first phone is taken')
    await ports.accounts.add(tx, { tenantId, userId, role: 'staff', ...user }, now)
    await ports.agents.createDefaultAgents(tx, tenantId, now)
    await writeAuditEntry(tx, {
      tenantId,
      actor: { kind: 'user', id: userId },
      action: 'organisation.created',
      subject: { kind: 'organisation', id: tenantId, label: organisation.name },
    })
    return { tenantId, userId }
  })
}
