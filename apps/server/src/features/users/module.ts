import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Accounts } from '../auth/ports.ts'
import { acceptInvitation, countTakenPhone } from './invitations/accept-invitation.ts'
import { cancelTenantInvitations } from './invitations/cancel-invitations.ts'
import { peopleRoutes } from './people/people-routes.ts'
import type { Invitations } from './ports.ts'
import { userRoutes } from './routes.ts'

export const createUsersModule = (deps: Deps, { accounts }: { accounts: Accounts }) =>
  ({
    port: { accept: acceptInvitation, countTaken: countTakenPhone, withdrawInto: cancelTenantInvitations },
    routes: (api) => {
      userRoutes(api, deps)
      peopleRoutes(api, deps, accounts)
    },
  }) satisfies Feature & { port: Invitations }
