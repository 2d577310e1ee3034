import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Audit } from '../audit/ports.ts'
import type { Accounts } from '../auth/ports.ts'
import type { Tenants } from '../tenants/ports.ts'
import type { ErasureHandlers } from './erase-lead.ts'
import { privacyRoutes } from './routes.ts'
import { runRetention, scheduleRetention } from './run-retention.ts'

export const createPrivacyModule = (
  deps: Deps,
  ports: { keepers: ErasureHandlers; accounts: Accounts; tenants: Tenants; audit: Audit },
) =>
  ({
    routes: (api) => privacyRoutes(api, deps, ports),
    jobs: {
      'keep-house': async () => {
        await runRetention(deps, ports)
        await ports.audit.logHeads()
      },
    },
    start: () => scheduleRetention(deps),
  }) satisfies Feature
