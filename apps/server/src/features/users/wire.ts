import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Accounts } from '../auth/ports.ts'
import { peopleRoutes } from './people-routes.ts'
import type { Invitations } from './ports.ts'
import { userRoutes } from './routes.ts'
import { acceptInvitation, countTakenPhone } from './use-invitation.ts'
import { cancelTenantInvitations } from './withdraw-invitations.ts'

export const createUsersModule = (deps: Deps, { accounts }: { accounts: Accounts }) =>
  ({
    port: { accept: acceptInvitation, countTaken: countTakenPhone, withdrawInto: cancelTenantInvitations },
    routes: (api) => {
      userRoutes(api, deps)
      peopleRoutes(api, deps, accounts)
    },
  }) satisfies Feature & { port: Invitations }
