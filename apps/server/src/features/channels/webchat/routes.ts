import sse from '@fastify/sse'
import * as calls from '@prosa/contract/calls/webchat'
import { querySequence } from '@prosa/contract/fields'
import { and, asc, desc, eq, gt, lt } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { messages } from '../../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import { addressKey } from '../../../kernel/http/address-key.ts'
import { ok, route } from '../../../kernel/http/contract-route.ts'
import { idempotencyKey } from '../../../kernel/http/idempotency-key.ts'
import { takeOne } from '../../../kernel/http/take-one.ts'
import type { Conversations } from '../../conversations/ports.ts'
import { presentForLead } from './message.ts'
import { createLines, createOrderedLine } from './stream.ts'
import {
  type ChatAgent,
  channelKeyOf,
  findChatAgent,
  findVisitorConversation,
  rememberVisitor,
  visitorSecret,
} from './visitor.ts'

/** Messages that one visitor, and one address, may send in a minute; and strangers of all addresses that may become leads of one agent in it. */
const VISITOR_LIMITS = { perVisitor: 20, perAddress: 60, newPerAgent: 120 } as const
/** Messages that one answer holds at most. */
const PAGE = 100
const HEARTBEAT_MS = 25_000
const TOO_MANY_LINES_SECONDS = 30

export async function webchatRoutes(app: FastifyInstance, deps: Deps, { receive, present }: Conversations): Promise<void> {
  const secure = deps.config.publicUrl?.startsWith('https://') ?? false
  const perVisitor = deps.cluster.limiter({ name: 'visitor', points: VISITOR_LIMITS.perVisitor, seconds: 60 })
  const perAddress = deps.cluster.limiter({ name: 'visitor-ip', points: VISITOR_LIMITS.perAddress, seconds: 60 })
  const newPerAddress = deps.cluster.limiter({
    name: 'new-visitor-ip',
    points: deps.config.newLeadsPerAddress,
    seconds: 60,
  })
  const newPerAgent = deps.cluster.limiter({ name: 'new-visitor', points: VISITOR_LIMITS.newPerAgent, seconds: 60 })

  route(app, calls.openWebchat, async ({ params, query, request, reply }) => {
    const agent = await findChatAgent(deps, params.agentId)
    // Before anything is written: were the answer to a first message lost, its retry must come from the same visitor.
    if (!visitorSecret(request)) rememberVisitor(reply, agent.agentId, secure)
    const place = await findVisitorConversation(deps, agent, visitorSecret(request))
    const rows = place ? await loadMessages(deps, agent, place.conversationId, { ...query, first: 'newest' }) : []
    return ok({
      agent: { name: agent.name, company: agent.company },
      messages: rows.map((row) => presentForLead(present(row))),
      returning: place !== null,
    })
  })

  route(app, calls.sendWebchatMessage, async ({ params, body, request, reply }) => {
    const agent = await findChatAgent(deps, params.agentId)
    await takeOne(perAddress, addressKey(request.ip))
    const known = visitorSecret(request)
    if (known) await takeOne(perVisitor, channelKeyOf(known))
    const key = idempotencyKey(request)
    if (key === null) throw errors.invalid('Falta o cabeçalho Idempotency-Key.')
    // Anybody can make up visitors, cookie or not: an address has a share of them, so that it takes nobody else's (decision 030).
    if (!(await findVisitorConversation(deps, agent, known))) {
      await takeOne(newPerAddress, `${agent.agentId} ${addressKey(request.ip)}`)
      await takeOne(newPerAgent, agent.agentId)
    }
    const secret = known ?? rememberVisitor(reply, agent.agentId, secure)
    const { tenantId, agentId } = agent
    const { message } = await receive({
      tenantId,
      agentId,
      channel: 'webchat',
      channelKey: channelKeyOf(secret),
      lead: { origin: 'Chat do site' },
      content: body.content,
      key,
    })
    return ok({ message: presentForLead(message) })
  })

  const lines = createLines(deps)
  app.addHook('preClose', async () => lines.hangUpAll())
  // The plugin's types name its default export; what Node imports is the plugin itself.
  await app.register(sse as unknown as typeof sse.default, { heartbeatInterval: HEARTBEAT_MS })
  app.get<{ Params: { agentId: string } }>(
    calls.webchatStreamPath,
    { sse: 'only', schema: { hide: true } },
    async (request, reply) => {
      const agent = await findChatAgent(deps, request.params.agentId)
      const place = await findVisitorConversation(deps, agent, visitorSecret(request))
      if (!place) throw errors.notFound()
      const { leadId, conversationId } = place
      const afterSeq = lastSeen(request, place)
      const line = createOrderedLine((event) =>
        reply.sse
          .send(event.event === 'message' ? { ...event, id: `${conversationId}:${event.data.seq}` } : event)
          .catch((error: unknown) => request.log.debug({ err: error }, 'a lead left')),
      )
      const takeOut = lines.open({
        tenantId: agent.tenantId,
        leadId,
        conversationId,
        write: line.write,
        hangUp: () => reply.sse.close(),
      })
      if (!takeOut) throw errors.rateLimited(TOO_MANY_LINES_SECONDS)
      reply.sse.onClose(takeOut)
      reply.sse.keepAlive()
      // At once: a browser takes an answer without a head, where nothing is new, for a broken one.
      reply.sse.sendHeaders()
      reply.raw.flushHeaders()
      await line.catchUp(afterSeq, async (from) => {
        const rows = await loadMessages(deps, agent, conversationId, { afterSeq: from, first: 'oldest' })
        return rows.map((row) => presentForLead(present(row)))
      })
    },
  )
}

const asked = z.object({ afterSeq: z.optional(z.unknown()) })

/**
 * How far this conversation was heard. A place in another one says nothing of it: its lead was erased, and has written again.
 * @throws 400 for what is no place in a conversation
 */
const lastSeen = (request: FastifyRequest, place: { conversationId: string; lastSeq: number }): number => {
  const sent = request.headers['last-event-id'] ?? asked.safeParse(request.query).data?.afterSeq ?? '0'
  const [seq, conversationId = place.conversationId] = typeof sent === 'string' ? sent.split(':').toReversed() : []
  const parsed = querySequence.safeParse(seq)
  if (!parsed.success) throw errors.invalid(undefined, { afterSeq: 'Posição inválida.' })
  return conversationId === place.conversationId && parsed.data <= place.lastSeq ? parsed.data : 0
}

/** A page of messages between two places, oldest first: the newest of them, or the oldest. */
async function loadMessages(
  { db }: Pick<Deps, 'db'>,
  { tenantId }: ChatAgent,
  conversationId: string,
  { afterSeq, beforeSeq, first }: { afterSeq?: number | undefined; beforeSeq?: number | undefined; first: 'newest' | 'oldest' },
): Promise<(typeof messages.$inferSelect)[]> {
  const rows = await db.tenant(tenantId, (tx) =>
    tx.db
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.tenantId, tenantId),
          eq(messages.conversationId, conversationId),
          afterSeq === undefined ? undefined : gt(messages.seq, afterSeq),
          beforeSeq === undefined ? undefined : lt(messages.seq, beforeSeq),
        ),
      )
      .orderBy(first === 'newest' ? desc(messages.seq) : asc(messages.seq))
      .limit(PAGE),
  )
  return first === 'newest' ? rows.reverse() : rows
}
