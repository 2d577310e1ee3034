import * as calls from '@prosa/contract/calls/conversations'
import { DEFAULT_PAGE_SIZE } from '@prosa/contract/constants'
import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../kernel/db/database.ts'
import type { Deps } from '../../kernel/deps.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import { idempotencyKey } from '../../kernel/http/idempotency-key.ts'
import { getConversation } from './get-conversation.ts'
import { listConversations } from './list-conversations.ts'
import { listUnread, listUnreadFor } from './list-unread.ts'
import { markRead } from './mark-read.ts'
import type { Conversations } from './ports.ts'
import { setAttention } from './set-attention.ts'

export function conversationRoutes(app: FastifyInstance, deps: Deps, send: Conversations['send']): void {
  route(app, calls.listConversations, async ({ who, params, query }) => {
    const server_time = deps.clock.now().toISOString()
    const page = await deps.db.reading(who, (tx) =>
      listConversations(tx, who.tenantId, who.userId, { ...query, agentId: params.agentId }, DEFAULT_PAGE_SIZE),
    )
    return ok({ ...page, server_time })
  })

  route(app, calls.getConversation, async ({ who, params, query }) =>
    ok(await deps.db.reading(who, (tx) => getConversation(tx, who.tenantId, who.userId, params, query))),
  )

  route(app, calls.sendMessage, async ({ who, params, body, request }) => {
    return ok({ message: await send(who, { ...params, content: body.content, key: idempotencyKey(request) }) })
  })

  route(app, calls.setAttention, async ({ who, params, body }) =>
    ok({ needs_attention: await setAttention(deps, who.tenantId, params, body.needs_attention) }),
  )

  route(app, calls.unreadCounts, async ({ who }) =>
    ok({ unreadCounts: await deps.db.reading(who, (tx) => listUnread(tx, who.tenantId, who.userId)) }),
  )

  route(app, calls.unreadCountsFor, async ({ who, body }) => {
    const ids = body.conversationIds.filter(isUuid)
    const counted = await deps.db.reading(who, (tx) => listUnreadFor(tx, who.tenantId, who.userId, ids))
    return ok({ unreadCounts: Object.fromEntries(counted.map((row) => [row.conversationId, Math.max(0, row.unreadCount)])) })
  })

  route(app, calls.markRead, async ({ who, params, body }) => {
    await markRead(deps, who, { ...body, conversationId: params.conversationId })
    return { success: true as const }
  })
}
