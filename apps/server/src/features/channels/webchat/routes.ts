import sse from '@fastify/sse'
import * as calls from '@prosa/contract/calls/webchat/webchat'
import { afterSeqParam } from '@prosa/contract/fields'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { findOutgoingMessageProblem } from '@prosa/contract/rules/conversations/outgoing-message'
import { asc, desc, eq, gt, lt, lte } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { toCivilDate } from '../../../platform/dates/civil-date.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, errors } from '../../../platform/errors.ts'
import { ok, registerRoute } from '../../../platform/http/calls/contract-route.ts'
import { hashIpAddress } from '../../../platform/http/client-address/hash-ip-address.ts'
import { getIpLimitKey } from '../../../platform/http/client-address/ip-limit-key.ts'
import { consumeRateLimit } from '../../../platform/http/limits/consume-rate-limit.ts'
import type { Conversations } from '../../conversations/ports.ts'
import type { Files } from '../../files/ports.ts'
import { createChallengeVerifier } from './challenge-verifier.ts'
import { visitorFileRoutes } from './file-routes.ts'
import { presentMessageForLead } from './present-message.ts'
import { createOrderedStreamWriter, createStreamRegistry } from './stream.ts'
import {
  type ChatAgent,
  findChatAgent,
  findVisitorConversation,
  getVisitorSecret,
  setVisitorCookie,
  toVisitorChannelKey,
} from './visitor.ts'

/** Maximum number of messages per minute, for one visitor and for one IP address. */
const MESSAGES_PER_MINUTE = { visitor: 20, address: 60 } as const
/**
 * Number of new visitors of one agent within ten seconds. If it is exceeded, new visitors must solve a proof of work for the next minute
 * (decision 151).
 */
const NEW_VISITORS = { points: 20, seconds: 10, blockSeconds: 60 } as const
const PAGE_SIZE = 100
/** Maximum body size in bytes of a sent message: 4,096 characters, each up to six bytes long in JSON. */
const MAX_MESSAGE_BODY_BYTES = 32 * 1024
const HEARTBEAT_MS = 25_000
const STREAM_RETRY_SECONDS = 30

export async function webchatRoutes(
  app: FastifyInstance,
  deps: Deps,
  { receiveMessage, presentMessage }: Conversations,
  files: Pick<Files, 'serve' | 'announce' | 'verifyPart' | 'storePart'>,
): Promise<void> {
  const secure = deps.config.publicUrl?.startsWith('https://') ?? false
  const perVisitor = deps.cluster.limiter({ name: 'visitor', points: MESSAGES_PER_MINUTE.visitor, seconds: 60 })
  const perAddress = deps.cluster.limiter({ name: 'visitor-ip', points: MESSAGES_PER_MINUTE.address, seconds: 60 })
  const newPerAddress = deps.cluster.limiter({
    name: 'new-visitor-ip',
    points: deps.config.newLeadsPerAddress,
    seconds: 60,
  })
  const verifyProof = createChallengeVerifier(deps)
  const newPerAgent = deps.cluster.limiter({ name: 'new-visitor', ...NEW_VISITORS })

  registerRoute(app, calls.openWebchat, async ({ params, query, request, reply }) => {
    const agent = await findChatAgent(deps, params.agentId)
    // Sets the cookie before the first message. If the response to that message is lost, the retry then comes from the same visitor.
    if (!getVisitorSecret(request)) setVisitorCookie(reply, agent.agentId, secure)
    const place = await findVisitorConversation(deps, agent, getVisitorSecret(request))
    const rows = place ? await loadMessages(deps, agent, place.conversationId, { ...query, first: 'newest' }) : []
    return ok({
      agent: { name: agent.name, company: agent.company },
      messages: rows.map((row) => presentMessageForLead(presentMessage(row))),
      returning: place !== null,
    })
  })

  /**
   * Counts a new visitor against the rate limits of the IP address and of the agent. Above the agent's limit, a valid proof of work is
   * required (decision 151).
   * @throws 429 above the limit of the IP address, or without the required proof
   */
  const admitStranger = async (request: FastifyRequest, reply: FastifyReply, { agentId }: ChatAgent): Promise<void> => {
    const address = `${agentId} ${getIpLimitKey(request.ip)}`
    await consumeRateLimit(newPerAddress, address)
    const isWithinRate = await consumeRateLimit(newPerAgent, agentId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false
        throw error
      },
    )
    if (isWithinRate) return
    const outcome = await verifyProof(request.headers[HTTP_HEADERS.proof], { agentId, ip: request.ip })
    if (outcome.isAccepted) return
    await newPerAddress.reward(address)
    reply.header(HTTP_HEADERS.challenge, outcome.challenge)
    throw errors.rateLimited(outcome.retryAfter)
  }

  await visitorFileRoutes(app, deps, files, secure)

  registerRoute(
    app,
    calls.sendWebchatMessage,
    async ({ params, body, idempotencyKey, request, reply }) => {
      const problem = findOutgoingMessageProblem(body)
      if (problem) throw errors.invalid(undefined, { [problem.field]: problem.message })
      const { file_id: fileId, as, choice } = body
      const agent = await findChatAgent(deps, params.agentId)
      const known = getVisitorSecret(request)
      if (idempotencyKey === null) throw errors.invalid('Falta o cabeçalho Idempotency-Key.')
      // Anyone can create visitors by omitting the cookie. The limit per IP address keeps one address from using up the agent's limit
      // (decision 151).
      if (!(await findVisitorConversation(deps, agent, known))) await admitStranger(request, reply, agent)
      const secret = known ?? setVisitorCookie(reply, agent.agentId, secure)
      const { tenantId, agentId } = agent
      const day = toCivilDate(deps.clock.now(), agent.timeZone)
      const { message } = await receiveMessage({
        tenantId,
        addressKey: hashIpAddress(deps.config.sessionSecret, request.ip, { tenantId, day }),
        agentId,
        channel: 'webchat',
        channelKey: toVisitorChannelKey(secret),
        lead: { origin: 'Chat do site' },
        content: body.content,
        key: idempotencyKey.clientKey,
        requestHash: idempotencyKey.requestHash,
        ...(fileId !== undefined && as !== undefined ? { file: { id: fileId, as, visitor: toVisitorChannelKey(secret) } } : {}),
        ...(choice ? { selectedChoice: { messageId: choice.message_id, optionId: choice.id } } : {}),
      })
      return ok({ message: presentMessageForLead(message) })
    },
    {
      bodyLimit: MAX_MESSAGE_BODY_BYTES,
      checkBeforeBody: async ({ request }) => {
        await consumeRateLimit(perAddress, getIpLimitKey(request.ip))
        const known = getVisitorSecret(request)
        if (known) await consumeRateLimit(perVisitor, toVisitorChannelKey(known))
      },
    },
  )

  registerRoute(app, calls.getWebchatMedia, async ({ params: { agentId, messageId }, request, reply }) => {
    const agent = await findChatAgent(deps, agentId)
    const place = await findVisitorConversation(deps, agent, getVisitorSecret(request))
    if (!place || !(await isMessageInConversation(deps, agent, place.conversationId, messageId))) throw errors.notFound()
    return files.serve(request, reply, agent.tenantId, messageId)
  })

  const lines = createStreamRegistry(deps)
  app.addHook('preClose', async () => lines.closeAll())
  // The cast is needed because the types of the plugin declare a default export, but Node imports the plugin itself.
  await app.register(sse as unknown as typeof sse.default, { heartbeatInterval: HEARTBEAT_MS })
  app.get<{ Params: { agentId: string } }>(
    calls.webchatStreamPath,
    { sse: 'only', schema: { hide: true } },
    async (request, reply) => {
      const agent = await findChatAgent(deps, request.params.agentId)
      const place = await findVisitorConversation(deps, agent, getVisitorSecret(request))
      if (!place) throw errors.notFound()
      const { leadId, conversationId } = place
      const afterSeq = parseLastSeq(request, place)
      const line = createOrderedStreamWriter((event) =>
        reply.sse
          .send(event.event === 'message' ? { ...event, id: `${conversationId}:${event.data.seq}` } : event)
          .catch((error: unknown) => request.log.debug({ err: error }, 'a lead left')),
      )
      const takeOut = lines.open({
        tenantId: agent.tenantId,
        leadId,
        conversationId,
        write: line.write,
        close: () => reply.sse.close(),
      })
      if (!takeOut) throw errors.rateLimited(STREAM_RETRY_SECONDS)
      reply.sse.onClose(takeOut)
      reply.sse.keepAlive()
      // Sends the headers immediately, because a browser treats a stream without headers as broken.
      reply.sse.sendHeaders()
      reply.raw.flushHeaders()
      for (const row of await loadChangedMessages(deps, agent, conversationId, afterSeq))
        line.write({ event: 'changed', data: presentMessageForLead(presentMessage(row)) })
      await line.sendMissedMessages(afterSeq, async (from) => {
        const rows = await loadMessages(deps, agent, conversationId, { afterSeq: from, first: 'oldest' })
        return rows.map((row) => presentMessageForLead(presentMessage(row)))
      })
    },
  )
}

const streamQuery = z.object({ afterSeq: z.optional(z.unknown()) })

/**
 * Parses the sequence number of the last message that the client received. Returns 0 if it belongs to another conversation: the lead was
 * erased and wrote again.
 * @throws 400 for an invalid position
 */
const parseLastSeq = (request: FastifyRequest, place: { conversationId: string; lastSeq: number }): number => {
  const sent = request.headers['last-event-id'] ?? streamQuery.safeParse(request.query).data?.afterSeq ?? '0'
  const [seq, conversationId = place.conversationId] = typeof sent === 'string' ? sent.split(':').toReversed() : []
  const parsed = afterSeqParam.safeParse(seq)
  if (!parsed.success) throw errors.invalid(undefined, { afterSeq: 'Posição inválida.' })
  return conversationId === place.conversationId && parsed.data <= place.lastSeq ? parsed.data : 0
}

const isMessageInConversation = (
  { db }: Pick<Deps, 'db'>,
  { tenantId }: ChatAgent,
  conversationId: string,
  messageId: string,
): Promise<boolean> =>
  db.tenant(tenantId, async (tx) => {
    const where = whereTenant(messages, tenantId, eq(messages.conversationId, conversationId), eq(messages.id, messageId))
    return (await tx.db.$count(messages, where)) > 0
  })

/** Maximum age in milliseconds of message changes that are sent again after a reconnection. */
const CHANGED_MAX_AGE_MS = 86_400_000
const MAX_CHANGED_MESSAGES = 50

/** Returns recently changed messages up to sequence number `afterSeq`, which the client received before the change. */
const loadChangedMessages = (
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
        whereTenant(
          messages,
          tenantId,
          eq(messages.conversationId, conversationId),
          lte(messages.seq, afterSeq),
          gt(messages.changedAt, new Date(clock.now().getTime() - CHANGED_MAX_AGE_MS)),
        ),
      )
      .orderBy(desc(messages.changedAt))
      .limit(MAX_CHANGED_MESSAGES),
  )

/**
 * Returns one page of messages between two sequence numbers, oldest first. `first` selects the newest or the oldest messages of the range.
 */
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
        whereTenant(
          messages,
          tenantId,
          eq(messages.conversationId, conversationId),
          afterSeq === undefined ? undefined : gt(messages.seq, afterSeq),
          beforeSeq === undefined ? undefined : lt(messages.seq, beforeSeq),
        ),
      )
      .orderBy(first === 'newest' ? desc(messages.seq) : asc(messages.seq))
      .limit(PAGE_SIZE),
  )
  return first === 'newest' ? rows.reverse() : rows
}
