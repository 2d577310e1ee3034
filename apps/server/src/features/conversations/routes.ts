import { getMessageGrounding } from '@prosa/contract/calls/agents/knowledge'
import * as calls from '@prosa/contract/calls/conversations/conversations'
import { listLeadFiles as listLeadFilesCall } from '@prosa/contract/calls/conversations/files'
import { getMessageInfo as messageInfoCall } from '@prosa/contract/calls/conversations/message-info'
import { setReaction as setReactionCall } from '@prosa/contract/calls/conversations/reactions'
import {
  requestAudioTranscript as askTranscriptCall,
  getTranscript as getTranscriptCall,
} from '@prosa/contract/calls/conversations/transcripts'
import { DEFAULT_PAGE_SIZE } from '@prosa/contract/constants'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { findOutgoingMessageProblem } from '@prosa/contract/rules/conversations/outgoing-message'
import type { FastifyInstance } from 'fastify'
import type { Identity } from '../../platform/access/identity.ts'
import { isUuid } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { ok, registerRoute } from '../../platform/http/calls/contract-route.ts'
import type { Costs } from '../costs/ports.ts'
import { setNeedsAttention } from './attention/set-attention.ts'
import { parseStructuredContent } from './messages/structured-content.ts'
import type { Conversations } from './ports.ts'
import { getConversation } from './reading/get-conversation.ts'
import { listConversations } from './reading/list-conversations.ts'
import { listLeadFiles } from './reading/list-lead-files.ts'
import { getMessageInfo } from './reading/message-info.ts'
import { getMessageOrigin } from './reading/message-origin.ts'
import { getTranscript, requestTranscript } from './transcripts/request-transcript.ts'
import { listUnreadCounts, listUnreadCountsByIds } from './unread/list-unread-counts.ts'
import { markConversationRead } from './unread/mark-read.ts'

/**
 * Maximum age in milliseconds of message changes that are sent to a client after it reconnects. A client that was offline longer reloads
 * the page. Three days suffice, because a lead can delete a message for two days.
 */
const MAX_CHANGE_AGE_MS = 3 * 86_400_000

/** Function that sets the team's reaction to a message. @throws as `setReaction`; 429 above the rate limit */
type SetReaction = (
  who: Identity,
  place: { leadId: string; conversationId: string; messageId: string },
  emoji: string | null,
) => Promise<Message>

export function conversationRoutes(
  app: FastifyInstance,
  deps: Deps,
  { costs }: { costs: Pick<Costs, 'ofMessage'> },
  send: Conversations['send'],
  react: SetReaction,
): void {
  registerRoute(app, calls.listConversations, async ({ who, params, query }) => {
    const server_time = deps.clock.now().toISOString()
    const page = await listConversations(deps.db, who, { ...query, agentId: params.agentId }, DEFAULT_PAGE_SIZE)
    return ok({ ...page, server_time })
  })

  registerRoute(app, calls.getConversation, async ({ who, params, query }) => {
    const changedSince = new Date(deps.clock.now().getTime() - MAX_CHANGE_AGE_MS)
    return ok(
      await deps.db.reading(who, (tx) => getConversation(tx, who.tenantId, who.userId, params, { ...query, changedSince })),
    )
  })

  registerRoute(app, messageInfoCall, async ({ who, params }) =>
    ok(await deps.db.reading(who, (tx) => getMessageInfo(tx, costs, who.tenantId, params))),
  )

  registerRoute(app, getMessageGrounding, async ({ who, params }) =>
    ok(await deps.db.reading(who, (tx) => getMessageOrigin(tx, who.tenantId, params.messageId))),
  )

  registerRoute(app, getTranscriptCall, async ({ who, params }) =>
    ok(await deps.db.reading(who, (tx) => getTranscript(tx, deps, who.tenantId, params.messageId))),
  )

  registerRoute(app, askTranscriptCall, async ({ who, params }) =>
    ok(await deps.db.tenant(who.tenantId, (tx) => requestTranscript(tx, deps, who, params.messageId))),
  )

  registerRoute(app, calls.sendMessage, async ({ who, params, body, key }) => {
    const problem = findOutgoingMessageProblem(body)
    if (problem) throw errors.invalid(undefined, { [problem.field]: problem.words })
    const { content, file_id: fileId, as, reply_to: replyTo } = body
    const file = fileId !== undefined && as !== undefined ? { file: { id: fileId, as } } : {}
    const carried = parseStructuredContent(body)
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

  registerRoute(app, listLeadFilesCall, async ({ who, params, query }) =>
    ok(await deps.db.reading(who, (tx) => listLeadFiles(tx, who.tenantId, params.id, query))),
  )

  registerRoute(app, setReactionCall, async ({ who, params, body }) => ok({ message: await react(who, params, body.emoji) }))

  registerRoute(app, calls.setAttention, async ({ who, params, body }) =>
    ok({ needs_attention: await setNeedsAttention(deps, who.tenantId, params, body.needs_attention) }),
  )

  registerRoute(app, calls.unreadCounts, async ({ who }) =>
    ok({ unreadCounts: await deps.db.reading(who, (tx) => listUnreadCounts(tx, who.tenantId, who.userId)) }),
  )

  registerRoute(app, calls.unreadCountsForConversations, async ({ who, body }) => {
    const ids = body.conversationIds.filter(isUuid)
    const counted = await deps.db.reading(who, (tx) => listUnreadCountsByIds(tx, who.tenantId, who.userId, ids))
    return ok({ unreadCounts: Object.fromEntries(counted.map((row) => [row.conversationId, Math.max(0, row.unreadCount)])) })
  })

  registerRoute(app, calls.markRead, async ({ who, params, body }) => {
    await markConversationRead(deps, who, { ...body, conversationId: params.conversationId })
    return { success: true as const }
  })
}
