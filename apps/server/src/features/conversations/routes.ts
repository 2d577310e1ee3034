import { getMessageGrounding } from '@prosa/contract/calls/agents/knowledge'
import * as calls from '@prosa/contract/calls/conversations/conversations'
import { listLeadFiles as listLeadFilesCall } from '@prosa/contract/calls/conversations/files'
import { getMessageInfo as messageInfoCall } from '@prosa/contract/calls/conversations/message-info'
import { setReaction as setReactionCall } from '@prosa/contract/calls/conversations/reactions'
import {
  getTranscript as getTranscriptCall,
  requestAudioTranscript as requestTranscriptCall,
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
 * Maximum age in milliseconds of message changes that a client fetches after it reconnects. Three days suffice, because a lead can delete a
 * message for two days. A client that was offline longer reloads the page.
 */
const MAX_CHANGE_AGE_MS = 3 * 86_400_000

/** Function that sets the team's reaction to a message. @throws as `setReaction`; 429 above the rate limit */
type SetReaction = (
  identity: Identity,
  target: { leadId: string; conversationId: string; messageId: string },
  emoji: string | null,
) => Promise<Message>

export function conversationRoutes(
  app: FastifyInstance,
  deps: Deps,
  { costs }: { costs: Pick<Costs, 'getMessageCharge'> },
  sendMessage: Conversations['sendMessage'],
  setReaction: SetReaction,
): void {
  registerRoute(app, calls.listConversations, async ({ identity, params, query }) => {
    const server_time = deps.clock.now().toISOString()
    const page = await listConversations(deps.db, identity, { ...query, agentId: params.agentId }, DEFAULT_PAGE_SIZE)
    return ok({ ...page, server_time })
  })

  registerRoute(app, calls.getConversation, async ({ identity, params, query }) => {
    const changedSince = new Date(deps.clock.now().getTime() - MAX_CHANGE_AGE_MS)
    return ok(
      await deps.db.runRead(identity, (tx) =>
        getConversation(tx, identity.tenantId, identity.userId, params, { ...query, changedSince }),
      ),
    )
  })

  registerRoute(app, messageInfoCall, async ({ identity, params }) =>
    ok(await deps.db.runRead(identity, (tx) => getMessageInfo(tx, costs, identity.tenantId, params))),
  )

  registerRoute(app, getMessageGrounding, async ({ identity, params }) =>
    ok(await deps.db.runRead(identity, (tx) => getMessageOrigin(tx, identity.tenantId, params.messageId))),
  )

  registerRoute(app, getTranscriptCall, async ({ identity, params }) =>
    ok(await deps.db.runRead(identity, (tx) => getTranscript(tx, deps, identity.tenantId, params.messageId))),
  )

  registerRoute(app, requestTranscriptCall, async ({ identity, params }) =>
    ok(await deps.db.tenant(identity.tenantId, (tx) => requestTranscript(tx, deps, identity, params.messageId))),
  )

  registerRoute(app, calls.sendMessage, async ({ identity, params, body, idempotencyKey }) => {
    const problem = findOutgoingMessageProblem(body)
    if (problem) throw errors.invalid(undefined, { [problem.field]: problem.message })
    const { content, file_id: fileId, as, reply_to: replyTo } = body
    const file = fileId !== undefined && as !== undefined ? { file: { id: fileId, as } } : {}
    const structuredContent = parseStructuredContent(body)
    return ok({
      message: await sendMessage(identity, {
        ...params,
        content,
        ...file,
        ...(structuredContent ? { structuredContent } : {}),
        ...(replyTo === undefined ? {} : { replyToMessageId: replyTo }),
        key: idempotencyKey,
      }),
    })
  })

  registerRoute(app, listLeadFilesCall, async ({ identity, params, query }) =>
    ok(await deps.db.runRead(identity, (tx) => listLeadFiles(tx, identity.tenantId, params.id, query))),
  )

  registerRoute(app, setReactionCall, async ({ identity, params, body }) =>
    ok({ message: await setReaction(identity, params, body.emoji) }),
  )

  registerRoute(app, calls.setAttention, async ({ identity, params, body }) =>
    ok({ needs_attention: await setNeedsAttention(deps, identity.tenantId, params, body.needs_attention) }),
  )

  registerRoute(app, calls.unreadCounts, async ({ identity }) =>
    ok({ unreadCounts: await deps.db.runRead(identity, (tx) => listUnreadCounts(tx, identity.tenantId, identity.userId)) }),
  )

  registerRoute(app, calls.unreadCountsForConversations, async ({ identity, body }) => {
    const ids = body.conversationIds.filter(isUuid)
    const rows = await deps.db.runRead(identity, (tx) => listUnreadCountsByIds(tx, identity.tenantId, identity.userId, ids))
    return ok({ unreadCounts: Object.fromEntries(rows.map((row) => [row.conversationId, Math.max(0, row.unreadCount)])) })
  })

  registerRoute(app, calls.markRead, async ({ identity, params, body }) => {
    await markConversationRead(deps, identity, { ...body, conversationId: params.conversationId })
    return { success: true as const }
  })
}
