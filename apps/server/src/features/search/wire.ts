import { searchMessages as searchMessagesCall } from '@prosa/contract/calls/search'
import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import { forgetFound, indexMessages } from './index-messages.ts'
import { keepUp } from './keep-up.ts'
import type { Search } from './ports.ts'
import { searchMessages } from './search-messages.ts'

export function wireSearch(deps: Deps) {
  const port: Search = { forget: forgetFound }
  return {
    port,
    routes: (api) => {
      route(api, searchMessagesCall, async ({ who, query }) =>
        ok(await deps.db.reading(who, (tx) => searchMessages(tx, who.tenantId, query))),
      )
    },
    jobs: { 'index-messages': ({ tenantId }, signal) => indexMessages(deps, tenantId, signal) },
    start: () => keepUp(deps),
  } satisfies Feature & { port: Search }
}
