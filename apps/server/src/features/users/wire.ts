import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Accounts } from '../auth/ports.ts'
import { peopleRoutes } from './people-routes.ts'
import type { Invitations } from './ports.ts'
import { userRoutes } from './routes.ts'
import { acceptInvitation, countTaken } from './use-invitation.ts'
import { withdrawInvitationsInto } from './withdraw-invitations.ts'

export const wireUsers = (deps: Deps, { accounts }: { accounts: Accounts }) =>
  ({
    port: { accept: acceptInvitation, countTaken, withdrawInto: withdrawInvitationsInto },
    routes: (api) => {
      userRoutes(api, deps)
      peopleRoutes(api, deps, accounts)
    },
  }) satisfies Feature & { port: Invitations }
