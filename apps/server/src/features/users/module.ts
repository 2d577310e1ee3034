import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Accounts } from '../auth/ports.ts'
import { acceptInvitation, countPhoneConflict } from './invitations/accept-invitation.ts'
import { cancelTenantInvitations } from './invitations/cancel-invitations.ts'
import { peopleRoutes } from './people/people-routes.ts'
import type { Invitations } from './ports.ts'
import { userRoutes } from './routes.ts'

export const createUsersModule = (deps: Deps, { accounts }: { accounts: Accounts }) =>
  ({
    port: { markAccepted: acceptInvitation, countPhoneConflict: countPhoneConflict, cancelAllOfTenant: cancelTenantInvitations },
    routes: (api) => {
      userRoutes(api, deps)
      peopleRoutes(api, deps, accounts)
    },
  }) satisfies Feature & { port: Invitations }
