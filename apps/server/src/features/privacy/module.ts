import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Audit } from '../audit/ports.ts'
import type { Accounts } from '../auth/ports.ts'
import type { Tenants } from '../tenants/ports.ts'
import type { ErasureHandlers } from './lead-data/erase-lead.ts'
import { runRetention, scheduleRetention } from './retention/run-retention.ts'
import { privacyRoutes } from './routes.ts'

export const createPrivacyModule = (
  deps: Deps,
  ports: { erasureHandlers: ErasureHandlers; accounts: Accounts; tenants: Tenants; audit: Audit },
) =>
  ({
    routes: (api) => privacyRoutes(api, deps, ports),
    jobs: {
      'keep-house': async () => {
        await runRetention(deps, ports)
        await ports.audit.logChainHeads()
      },
    },
    start: () => scheduleRetention(deps),
  }) satisfies Feature
