import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Agents } from '../agents/ports.ts'
import type { Accounts } from '../auth/ports.ts'
import type { Tenants } from '../tenants/ports.ts'
import type { Invitations } from '../users/ports.ts'
import { onboardingRoutes } from './routes.ts'
import { setupRoutes } from './setup-routes.ts'

export const createOnboardingModule = (
  deps: Deps,
  ports: { accounts: Accounts; agents: Agents; tenants: Tenants; invitations: Invitations },
) =>
  ({
    routes: (api) => {
      onboardingRoutes(api, deps, ports)
      setupRoutes(api, deps, ports)
    },
  }) satisfies Feature
