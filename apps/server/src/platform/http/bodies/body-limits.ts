import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from '../../errors.ts'
import { getIpLimitKey } from '../client-address/ip-limit-key.ts'
import { getContentLength } from './streamed-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the handler reads the body as a stream instead of a buffer. */
    isStreamed?: boolean
  }
}

const MB = 1024 * 1024

/** Maximum bytes of request bodies that are being received at the same time, from one sender and in total. */
export interface BodySizeLimits {
  perSender: number
  total: number
}

/** Limits for streamed bodies (100 kB of memory each) and buffered bodies (their whole size in memory) (decision 130). */
const BODY_SIZE_LIMITS = {
  streamed: { perSender: 128 * MB, total: 512 * MB },
  buffered: { perSender: 16 * MB, total: 96 * MB },
} as const satisfies Record<string, BodySizeLimits>

const RETRY_SECONDS = 2

/** Size in bytes of each request body that is being received from one sender. */
type BodiesInProgress = Map<IncomingMessage, number>

const sumBytes = (bodies: BodiesInProgress): number => [...bodies.values()].reduce((bytes, size) => bytes + size, 0)

/**
 * Limits the bytes of request bodies that are being received at the same time. A sender is a signed-in user or an IP address. At the total
 * limit, closes the connection with the oldest body of the sender with the most bytes, so that no sender can use up the whole limit.
 */
export function limitBodyBytes(
  http: FastifyInstance,
  limits: Record<'streamed' | 'buffered', BodySizeLimits> = BODY_SIZE_LIMITS,
): void {
  const limiters = { streamed: createBodyLimiter(limits.streamed), buffered: createBodyLimiter(limits.buffered) }
  http.addHook('preParsing', async (request) => {
    const size = getBodySize(request)
    if (size === 0) return
    const { identity, ip, raw } = request
    const sender = identity ? `${identity.tenantId}/${identity.userId}` : getIpLimitKey(ip)
    limiters[request.routeOptions.config.isStreamed ? 'streamed' : 'buffered'](sender, raw, size)
  })
}

/** Returns the Content-Length of a request, but at most the route's limit. A chunked body counts as large as the route's limit. */
function getBodySize(request: FastifyRequest): number {
  if (request.headers['transfer-encoding'] !== undefined) return request.routeOptions.bodyLimit ?? 0
  return Math.min(getContentLength(request) ?? 0, request.routeOptions.bodyLimit ?? 0)
}

/**
 * Returns a function that counts the bytes of a body until it has arrived or its connection is lost. The function throws 429 if the sender
 * exceeds its limit.
 */
function createBodyLimiter({ perSender, total: totalLimit }: BodySizeLimits) {
  const senders = new Map<string, BodiesInProgress>()
  let total = 0
  const releaseBody = (sender: string, incoming: IncomingMessage): void => {
    const bodies = senders.get(sender)
    total -= bodies?.get(incoming) ?? 0
    bodies?.delete(incoming)
    if (bodies?.size === 0) senders.delete(sender)
  }
  /** Closes the connection with the oldest body of the sender with the most bytes. @returns the bytes still being received in total */
  const cutLargestSender = (): number => {
    const [sender, bodies] = [...senders].toSorted(([, a], [, b]) => sumBytes(b) - sumBytes(a))[0] ?? []
    const [oldest] = bodies?.keys() ?? []
    if (sender !== undefined && oldest) {
      releaseBody(sender, oldest)
      oldest.socket.destroy()
    }
    return total
  }
  return (sender: string, incoming: IncomingMessage, size: number): void => {
    const bodies: BodiesInProgress = senders.get(sender) ?? new Map()
    if (sumBytes(bodies) + size > perSender) throw errors.rateLimited(RETRY_SECONDS)
    let remainingTotal = total
    while (remainingTotal + size > totalLimit && senders.size > 0) remainingTotal = cutLargestSender()
    senders.set(sender, bodies)
    bodies.set(incoming, size)
    total += size
    for (const event of ['end', 'close']) incoming.once(event, () => releaseBody(sender, incoming))
  }
}
