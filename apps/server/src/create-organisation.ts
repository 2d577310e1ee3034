import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import * as calls from '@prosa/contract/calls/accounts/setup'
import { createDefaultAgents } from './features/agents/default-agents.ts'
import { addAccount, assignPhone } from './features/auth/accounts.ts'
import { hashNewPassword } from './features/auth/passwords/new-password.ts'
import { createFirstOrganisation } from './features/onboarding/first-organisation.ts'
import { addTenant } from './features/tenants/tenant-rows.ts'
import { openDatabase } from './open-database.ts'
import { readConfig } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-error.ts'
import { createDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { AppError } from './platform/errors.ts'

/**
 * Help text of `npm run organisation`. The command creates the first organisation of an installation and reads the password from standard
 * input.
 */
const USAGE =
  'Uso: npm run organisation -- --name "Aurora Imóveis" --domain aurora.com.br --person "Ana Souza" --phone +5511987654321 --email ana@aurora.com.br < arquivo-com-a-senha'

class UsageError extends Error {}

function parseArguments() {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ options: { name: option, domain: option, person: option, phone: option, email: option } })
  const { name, domain, person, phone, email } = values
  if (!name || !domain || !person || !phone || !email) throw new UsageError(USAGE)
  return { organisation: { name, domain }, person: { name: person, phone, email } }
}

async function main(): Promise<void> {
  process.umask(0o077)
  const { organisation, person } = parseArguments()
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  const parsed = calls.completeSetup.body.safeParse({ token: '-', organisation, person: { ...person, password } })
  if (!parsed.success)
    throw new UsageError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const config = readConfig({ ...process.env, DEMO: '0' })
  const driver = await openDatabase(config, () => {})
  await migrate(driver)
  const db = createDatabase(driver, { publish: () => {} })
  const { password: plain, ...rest } = parsed.data.person
  const passwordHash = await hashNewPassword(plain, 'password')
  const created = await createFirstOrganisation(
    { db, clock: { now: () => new Date() } },
    {
      accounts: { assignPhone: assignPhone, add: addAccount },
      agents: { createDefaultAgents: createDefaultAgents },
      tenants: { add: addTenant },
    },
    {
      organisation: parsed.data.organisation,
      user: { ...rest, passwordHash },
    },
  )
  await db.close()
  if (!created) throw new UsageError('Já existe uma organização.')
  process.stdout.write(`Organização ${organisation.name} criada. ${person.name} entra com o telefone ${person.phone}.\n`)
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isExpectedError = error instanceof UsageError || error instanceof ConfigError || error instanceof AppError
    process.stderr.write(
      `${isExpectedError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
    )
    process.exit(1)
  },
)
