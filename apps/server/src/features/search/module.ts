import { searchMessages as searchMessagesCall } from '@prosa/contract/calls/conversations/search'
import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import { ok, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { deleteConversationsFromIndex, indexMessages } from './indexing/index-messages.ts'
import { startMessageIndexing } from './indexing/start-message-indexing.ts'
import type { MessageSearchIndex } from './ports.ts'
import { searchMessages } from './querying/search-messages.ts'

export function createSearchModule(deps: Deps) {
  const port: MessageSearchIndex = { deleteConversations: deleteConversationsFromIndex }
  return {
    port,
    routes: (api) => {
      registerRoute(api, searchMessagesCall, async ({ identity, query }) =>
        ok(await deps.db.runRead(identity, (tx) => searchMessages(tx, identity.tenantId, query))),
      )
    },
    jobs: { 'index-messages': ({ tenantId }, signal) => indexMessages(deps, tenantId, signal) },
    start: () => startMessageIndexing(deps),
  } satisfies Feature & { port: MessageSearchIndex }
}
