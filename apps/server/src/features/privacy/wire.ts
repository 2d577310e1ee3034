import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Audit } from '../audit/ports.ts'
import type { Conversations } from '../conversations/ports.ts'
import type { ConversationsOfLead, Leads } from '../leads/ports.ts'
import { keepHouse, startHouseKeeping } from './keep-house.ts'
import { privacyRoutes } from './routes.ts'

export function wirePrivacy(
  deps: Deps,
  ports: { leads: Leads; conversations: Conversations; conversationsOfLead: ConversationsOfLead; audit: Audit },
) {
  const { leads, conversations, conversationsOfLead, audit } = ports
  return {
    routes: (api) =>
      privacyRoutes(api, deps, {
        lead: leads.present,
        message: conversations.present,
        conversationsOf: conversationsOfLead.views,
      }),
    jobs: {
      'keep-house': async () => {
        await keepHouse(deps, conversationsOfLead.views)
        await audit.logHeads()
      },
    },
    start: () => startHouseKeeping(deps),
  } satisfies Feature
}
