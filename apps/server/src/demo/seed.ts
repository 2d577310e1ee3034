import { sql } from 'drizzle-orm'
import { hashPassword } from '../features/auth/password-hash.ts'
import type { Tx } from '../kernel/db/database.ts'
import { agents, tenants, userPhones, users } from '../kernel/db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import type { DemoInfo } from '../welcome.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, demoAgentId } from './accounts.ts'

/** Fills an empty database with the demo; leaves any other as it is. */
export async function seedDemo({ db }: Pick<Deps, 'db'>): Promise<DemoInfo> {
  const empty = await db.system(async (tx) => (await tx.db.execute(sql`SELECT 1 FROM tenants LIMIT 1`)).rows.length === 0)
  if (empty) {
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    await db.system(async (tx) => {
      await insertAccounts(tx, passwordHash)
    })
  }
  return { accounts: DEMO_ACCOUNTS, password: DEMO_PASSWORD, webchat: { agentId: demoAgentId(1, 1), agentName: 'Clara' } }
}

async function insertAccounts(tx: Tx, passwordHash: string): Promise<void> {
  for (const [index, { tenantId, name, domain, platform, users: people }] of DEMO_ACCOUNTS.entries()) {
    await tx.db.insert(tenants).values({ id: tenantId, name, domain, platform })
    await tx.db.insert(users).values(people.map((person) => ({ tenantId, ...person, passwordHash })))
    await tx.db.insert(userPhones).values(people.map(({ id, phone }) => ({ phone, tenantId, userId: id })))
    await tx.db
      .insert(agents)
      .values(
        ['SDR', 'CLOSER', 'POS_VENDA'].map((type, n) => ({
          tenantId,
          id: demoAgentId(index + 1, n + 1),
          name: ['Clara', 'Bento', 'Nina'][n] ?? '',
          type,
        })),
      )
  }
}
