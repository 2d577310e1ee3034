import * as calls from '@prosa/contract/calls/conversations'
import { listLeadFiles as listLeadFilesCall } from '@prosa/contract/calls/files'
import { messageBasis } from '@prosa/contract/calls/knowledge'
import { getMessageInfo as messageInfoCall } from '@prosa/contract/calls/message-info'
import { setReaction as setReactionCall } from '@prosa/contract/calls/reactions'
import { askTranscript as askTranscriptCall, getTranscript as getTranscriptCall } from '@prosa/contract/calls/transcripts'
import { DEFAULT_PAGE_SIZE } from '@prosa/contract/constants'
import type { Message } from '@prosa/contract/entities/message'
import { outgoingProblem } from '@prosa/contract/rules/outgoing-message'
import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../kernel/db/database.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { Costs } from '../costs/ports.ts'
import { carriedIn } from './carried.ts'
import { getConversation } from './get-conversation.ts'
import { listLeadFiles } from './lead-files.ts'
import { listConversations } from './list-conversations.ts'
import { listUnread, listUnreadFor } from './list-unread.ts'
import { markRead } from './mark-read.ts'
import { getMessageInfo } from './message-info.ts'
import { readOrigin } from './message-origin.ts'
import type { Conversations } from './ports.ts'
import { setAttention } from './set-attention.ts'
import { askTranscript, getTranscript } from './transcripts/ask-transcript.ts'

/**
 * Milliseconds for which changed messages are sent to returning clients. Clients that were offline longer reload the page. A lead can
 * delete a message for two days.
 */
const CHANGES_MS = 3 * 86_400_000

/** Sets the reaction to a message. @throws as `setReaction`, 429 */
type React = (
  who: Identity,
  place: { leadId: string; conversationId: string; messageId: string },
  emoji: string | null,
) => Promise<Message>

export function conversationRoutes(
  app: FastifyInstance,
  deps: Deps,
  { costs }: { costs: Pick<Costs, 'ofMessage'> },
  send: Conversations['send'],
  react: React,
): void {
  route(app, calls.listConversations, async ({ who, params, query }) => {
    const server_time = deps.clock.now().toISOString()
    const page = await listConversations(deps.db, who, { ...query, agentId: params.agentId }, DEFAULT_PAGE_SIZE)
    return ok({ ...page, server_time })
  })

  route(app, calls.getConversation, async ({ who, params, query }) => {
    const changedSince = new Date(deps.clock.now().getTime() - CHANGES_MS)
    return ok(
      await deps.db.reading(who, (tx) => getConversation(tx, who.tenantId, who.userId, params, { ...query, changedSince })),
    )
  })

  route(app, messageInfoCall, async ({ who, params }) =>
    ok(await deps.db.reading(who, (tx) => getMessageInfo(tx, costs, who.tenantId, params))),
  )

  route(app, messageBasis, async ({ who, params }) =>
    ok(await deps.db.reading(who, (tx) => readOrigin(tx, who.tenantId, params.messageId))),
  )

  route(app, getTranscriptCall, async ({ who, params }) =>
    ok(await deps.db.reading(who, (tx) => getTranscript(tx, deps, who.tenantId, params.messageId))),
  )

  route(app, askTranscriptCall, async ({ who, params }) =>
    ok(await deps.db.tenant(who.tenantId, (tx) => askTranscript(tx, deps, who, params.messageId))),
  )

  route(app, calls.sendMessage, async ({ who, params, body, key }) => {
    const problem = outgoingProblem(body)
    if (problem) throw errors.invalid(undefined, { [problem.field]: problem.words })
    const { content, file_id: fileId, as, reply_to: replyTo } = body
    const file = fileId !== undefined && as !== undefined ? { file: { id: fileId, as } } : {}
    const carried = carriedIn(body)
    return ok({
      message: await send(who, {
        ...params,
        content,
        ...file,
        ...(carried ? { carried } : {}),
        ...(replyTo === undefined ? {} : { replyTo }),
        key,
      }),
    })
  })

  route(app, listLeadFilesCall, async ({ who, params, query }) =>
    ok(await deps.db.reading(who, (tx) => listLeadFiles(tx, who.tenantId, params.id, query))),
  )

  route(app, setReactionCall, async ({ who, params, body }) => ok({ message: await react(who, params, body.emoji) }))

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
