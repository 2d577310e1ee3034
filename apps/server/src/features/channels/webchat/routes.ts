import sse from '@fastify/sse'
import * as calls from '@prosa/contract/calls/webchat'
import { querySequence } from '@prosa/contract/fields'
import { HEADERS } from '@prosa/contract/http'
import { outgoingProblem } from '@prosa/contract/rules/outgoing-message'
import { asc, desc, eq, gt, lt, lte } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { civilDateOf } from '../../../kernel/civil-date.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { messages } from '../../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { AppError, errors } from '../../../kernel/errors.ts'
import { digestAddress } from '../../../kernel/http/address-digest.ts'
import { addressKey } from '../../../kernel/http/address-key.ts'
import { ok, route } from '../../../kernel/http/contract-route.ts'
import { takeOne } from '../../../kernel/http/take-one.ts'
import type { Conversations } from '../../conversations/ports.ts'
import type { Files } from '../../files/ports.ts'
import { createChallenges } from './challenges.ts'
import { visitorFileRoutes } from './file-routes.ts'
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

/**
 * Limits per minute: messages of one visitor, messages of one IP address, and new leads of one agent that need neither a proof of work nor
 * a waiting time.
 */
const VISITOR_LIMITS = { perVisitor: 20, perAddress: 60, newPerAgent: 120 } as const
/** Maximum number of messages in one response. */
const PAGE = 100
/** Maximum body size in bytes: 4,096 characters, each up to six bytes long in JSON. */
const MESSAGE_BODY_LIMIT = 32 * 1024
const HEARTBEAT_MS = 25_000
const TOO_MANY_LINES_SECONDS = 30

export async function webchatRoutes(
  app: FastifyInstance,
  deps: Deps,
  { receive, present }: Conversations,
  files: Pick<Files, 'serve' | 'announce' | 'verifyPart' | 'putPart'>,
): Promise<void> {
  const secure = deps.config.publicUrl?.startsWith('https://') ?? false
  const perVisitor = deps.cluster.limiter({ name: 'visitor', points: VISITOR_LIMITS.perVisitor, seconds: 60 })
  const perAddress = deps.cluster.limiter({ name: 'visitor-ip', points: VISITOR_LIMITS.perAddress, seconds: 60 })
  const newPerAddress = deps.cluster.limiter({
    name: 'new-visitor-ip',
    points: deps.config.newLeadsPerAddress,
    seconds: 60,
  })
  const verifyProof = createChallenges(deps)
  const newPerAgent = deps.cluster.limiter({ name: 'new-visitor', points: VISITOR_LIMITS.newPerAgent, seconds: 60 })

  route(app, calls.openWebchat, async ({ params, query, request, reply }) => {
    const agent = await findChatAgent(deps, params.agentId)
    // Sets the cookie before the first message: if the response to that message is lost, its retry must come from the same visitor.
    if (!visitorSecret(request)) rememberVisitor(reply, agent.agentId, secure)
    const place = await findVisitorConversation(deps, agent, visitorSecret(request))
    const rows = place ? await loadMessages(deps, agent, place.conversationId, { ...query, first: 'newest' }) : []
    return ok({
      agent: { name: agent.name, company: agent.company },
      messages: rows.map((row) => presentForLead(present(row))),
      returning: place !== null,
    })
  })

  /**
   * Counts a new visitor.
   * @throws 429 above the limit of the IP address, or above the agent's limit without a valid proof of work or waiting time (decision 151)
   */
  const admitStranger = async (request: FastifyRequest, reply: FastifyReply, { agentId }: ChatAgent): Promise<void> => {
    const address = `${agentId} ${addressKey(request.ip)}`
    await takeOne(newPerAddress, address)
    const isWithinRate = await takeOne(newPerAgent, agentId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false
        throw error
      },
    )
    if (isWithinRate) return
    const outcome = await verifyProof(request.headers[HEADERS.proof], { agentId, ip: request.ip })
    if (outcome.isAccepted) return
    await newPerAddress.reward(address)
    reply.header(HEADERS.challenge, outcome.challenge)
    throw errors.rateLimited(outcome.retryAfter)
  }

  await visitorFileRoutes(app, deps, files, secure)

  route(
    app,
    calls.sendWebchatMessage,
    async ({ params, body, key, request, reply }) => {
      const problem = outgoingProblem(body)
      if (problem) throw errors.invalid(undefined, { [problem.field]: problem.words })
      const { file_id: fileId, as, choice } = body
      const agent = await findChatAgent(deps, params.agentId)
      const known = visitorSecret(request)
      if (key === null) throw errors.invalid('Falta o cabeçalho Idempotency-Key.')
      // Anybody can create visitors, with or without a cookie: the limit per IP address keeps one of them from using up the agent's limit
      // (decision 151).
      if (!(await findVisitorConversation(deps, agent, known))) await admitStranger(request, reply, agent)
      const secret = known ?? rememberVisitor(reply, agent.agentId, secure)
      const { tenantId, agentId } = agent
      const day = civilDateOf(deps.clock.now(), agent.timeZone)
      const { message } = await receive({
        tenantId,
        addressKey: digestAddress(deps.config.sessionSecret, request.ip, { tenantId, day }),
        agentId,
        channel: 'webchat',
        channelKey: channelKeyOf(secret),
        lead: { origin: 'Chat do site' },
        content: body.content,
        key: key.clientKey,
        requestHash: key.requestHash,
        ...(fileId !== undefined && as !== undefined ? { file: { id: fileId, as, visitor: channelKeyOf(secret) } } : {}),
        ...(choice ? { chose: { messageId: choice.message_id, option: choice.id } } : {}),
      })
      return ok({ message: presentForLead(message) })
    },
    {
      bodyLimit: MESSAGE_BODY_LIMIT,
      admit: async ({ request }) => {
        await takeOne(perAddress, addressKey(request.ip))
        const known = visitorSecret(request)
        if (known) await takeOne(perVisitor, channelKeyOf(known))
      },
    },
  )

  route(app, calls.getWebchatMedia, async ({ params: { agentId, messageId }, request, reply }) => {
    const agent = await findChatAgent(deps, agentId)
    const place = await findVisitorConversation(deps, agent, visitorSecret(request))
    if (!place || !(await isIn(deps, agent, place.conversationId, messageId))) throw errors.notFound()
    return files.serve(request, reply, agent.tenantId, messageId)
  })

  const lines = createLines(deps)
  app.addHook('preClose', async () => lines.hangUpAll())
  // The plugin's types declare a default export, but Node imports the plugin itself.
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
      // Sends the headers at once: without them, a browser treats a stream that has no events yet as broken.
      reply.sse.sendHeaders()
      reply.raw.flushHeaders()
      for (const row of await loadChanged(deps, agent, conversationId, afterSeq))
        line.write({ event: 'changed', data: presentForLead(present(row)) })
      await line.catchUp(afterSeq, async (from) => {
        const rows = await loadMessages(deps, agent, conversationId, { afterSeq: from, first: 'oldest' })
        return rows.map((row) => presentForLead(present(row)))
      })
    },
  )
}

const asked = z.object({ afterSeq: z.optional(z.unknown()) })

/**
 * Returns the sequence number of the last message that the client received, or 0 if it belongs to another conversation (the lead was erased
 * and has written again).
 * @throws 400 for an invalid position
 */
const lastSeen = (request: FastifyRequest, place: { conversationId: string; lastSeq: number }): number => {
  const sent = request.headers['last-event-id'] ?? asked.safeParse(request.query).data?.afterSeq ?? '0'
  const [seq, conversationId = place.conversationId] = typeof sent === 'string' ? sent.split(':').toReversed() : []
  const parsed = querySequence.safeParse(seq)
  if (!parsed.success) throw errors.invalid(undefined, { afterSeq: 'Posição inválida.' })
  return conversationId === place.conversationId && parsed.data <= place.lastSeq ? parsed.data : 0
}

/** Returns whether a message belongs to this conversation. */
const isIn = ({ db }: Pick<Deps, 'db'>, { tenantId }: ChatAgent, conversationId: string, messageId: string): Promise<boolean> =>
  db.tenant(tenantId, async (tx) => {
    const where = ofTenant(messages, tenantId, eq(messages.conversationId, conversationId), eq(messages.id, messageId))
    return (await tx.db.$count(messages, where)) > 0
  })

/** Age in milliseconds up to which changed messages are sent again. After a longer absence the page is reloaded. */
const CHANGES_MS = 86_400_000
const CHANGED_MAX = 50

/** Loads messages that the client received before and that changed within the last day. */
const loadChanged = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId }: ChatAgent,
  conversationId: string,
  afterSeq: number,
): Promise<(typeof messages.$inferSelect)[]> =>
  db.tenant(tenantId, (tx) =>
    tx.db
      .select()
      .from(messages)
      .where(
        ofTenant(
          messages,
          tenantId,
          eq(messages.conversationId, conversationId),
          lte(messages.seq, afterSeq),
          gt(messages.changedAt, new Date(clock.now().getTime() - CHANGES_MS)),
        ),
      )
      .orderBy(desc(messages.changedAt))
      .limit(CHANGED_MAX),
  )

/** Loads a page of messages between two positions, oldest first. `first` selects the newest or the oldest of them. */
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
        ofTenant(
          messages,
          tenantId,
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
