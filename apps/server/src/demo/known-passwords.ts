import { and, eq, inArray } from 'drizzle-orm'
import { verifyPassword } from '../features/auth/passwords/password-hash.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { whereTenant } from '../platform/database/queries/where-tenant.ts'
import { users } from '../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../platform/deps.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts'

/**
 * Verifies that no demo account still has its published password. Does nothing if the configuration allows these passwords.
 * @throws ConfigError if an account has it
 */
export async function assertNoKnownPasswords({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  if (config.demoPasswords === 'allowed') return
  const ids = DEMO_ACCOUNTS.flatMap((account) => account.users.map(({ id }) => id))
  const accounts = await db.system((tx) =>
    tx.db
      .select({ hash: users.passwordHash })
      .from(users)
      .innerJoin(tenants, whereTenant(users, tenants.id))
      .where(and(inArray(users.id, ids), eq(users.active, true), eq(tenants.active, true))),
  )
  const matches = await Promise.all(accounts.map(({ hash }) => verifyPassword(hash, DEMO_PASSWORD)))
  if (matches.includes(true))
    throw new ConfigError(
      'Este banco tem contas da demonstração com a senha que todos conhecem, e outras máquinas alcançam este servidor. Use um banco vazio, troque as senhas delas ou, para abrir a demonstração assim mesmo, defina DEMO=1.',
    )
}
