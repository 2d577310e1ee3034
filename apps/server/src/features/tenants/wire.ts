import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Agents } from '../agents/ports.ts'
import type { Accounts } from '../auth/ports.ts'
import { tenantRoutes } from './routes.ts'

export const wireTenants = (deps: Deps, ports: { accounts: Accounts; agents: Agents }) =>
  ({ routes: (api) => tenantRoutes(api, deps, ports) }) satisfies Feature
