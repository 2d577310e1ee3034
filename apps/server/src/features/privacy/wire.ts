import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Audit } from '../audit/ports.ts'
import type { Accounts } from '../auth/ports.ts'
import type { Tenants } from '../tenants/ports.ts'
import type { Keepers } from './erase-lead.ts'
import { keepHouse, startHouseKeeping } from './keep-house.ts'
import { privacyRoutes } from './routes.ts'

export const wirePrivacy = (deps: Deps, ports: { keepers: Keepers; accounts: Accounts; tenants: Tenants; audit: Audit }) =>
  ({
    routes: (api) => privacyRoutes(api, deps, ports),
    jobs: {
      'keep-house': async () => {
        await keepHouse(deps, ports)
        await ports.audit.logHeads()
      },
    },
    start: () => startHouseKeeping(deps),
  }) satisfies Feature
