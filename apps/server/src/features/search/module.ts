import { searchMessages as searchMessagesCall } from '@prosa/contract/calls/search'
import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { ok, registerRoute } from '../../kernel/http/contract-route.ts'
import { deleteConversationsFromIndex, indexMessages } from './index-messages.ts'
import type { MessageSearchIndex } from './ports.ts'
import { searchMessages } from './search-messages.ts'
import { startMessageIndexing } from './start-message-indexing.ts'

export function createSearchModule(deps: Deps) {
  const port: MessageSearchIndex = { forget: deleteConversationsFromIndex }
  return {
    port,
    routes: (api) => {
      registerRoute(api, searchMessagesCall, async ({ who, query }) =>
        ok(await deps.db.reading(who, (tx) => searchMessages(tx, who.tenantId, query))),
      )
    },
    jobs: { 'index-messages': ({ tenantId }, signal) => indexMessages(deps, tenantId, signal) },
    start: () => startMessageIndexing(deps),
  } satisfies Feature & { port: MessageSearchIndex }
}
