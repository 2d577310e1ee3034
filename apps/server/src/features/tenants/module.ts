import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Agents } from '../agents/ports.ts'
import type { Accounts } from '../auth/ports.ts'
import type { Files } from '../files/ports.ts'
import type { Invitations } from '../users/ports.ts'
import type { Tenants } from './ports.ts'
import { tenantRoutes } from './routes.ts'
import { addTenant, incrementJoinCount, updateTenantSettings } from './tenant-rows.ts'

export const createTenantsModule = (
  deps: Deps,
  ports: { accounts: Accounts; agents: Agents; files: Files; invitations: Invitations },
) =>
  ({
    port: { add: addTenant, incrementJoinCount: incrementJoinCount, updateSettings: updateTenantSettings },
    routes: (api) => tenantRoutes(api, deps, ports),
  }) satisfies Feature & { port: Tenants }
