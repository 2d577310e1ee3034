import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from '../../errors.ts'
import { getIpLimitKey } from '../client-address/ip-limit-key.ts'
import { getContentLength } from './streamed-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is written to disk as it arrives, without being buffered in memory. */
    isStreamed?: boolean
  }
}

const MB = 1024 * 1024

/** Maximum bytes of bodies that are being received at the same time: of one sender, and of all senders together. */
export interface BodySizeLimits {
  perSender: number
  inAll: number
}

/** A streamed body takes about 100 kB of memory whatever its size; a buffered one takes its whole size (decision 130). */
const BODY_SIZE_LIMITS = {
  streamed: { perSender: 128 * MB, inAll: 512 * MB },
  buffered: { perSender: 16 * MB, inAll: 96 * MB },
} as const satisfies Record<string, BodySizeLimits>

const RETRY_SECONDS = 2

/** Bodies that are being received from one sender: the size in bytes of each request's body. */
type BodiesInProgress = Map<IncomingMessage, number>

const sumBytes = (bodies: BodiesInProgress): number => [...bodies.values()].reduce((bytes, size) => bytes + size, 0)

/**
 * Limits the bytes of bodies that are being received at the same time. A sender is a signed-in user or, without a session, an IP address.
 * If the limit of all senders is reached, the connection of the oldest body of the sender with the most bytes is closed, so that no sender
 * can use up the whole limit.
 */
export function limitBodyBytes(
  http: FastifyInstance,
  ceilings: Record<'streamed' | 'buffered', BodySizeLimits> = BODY_SIZE_LIMITS,
): void {
  const admit = { streamed: createBodyLimiter(ceilings.streamed), buffered: createBodyLimiter(ceilings.buffered) }
  http.addHook('preParsing', async (request) => {
    const size = getBodySize(request)
    if (size === 0) return
    const { identity, ip, raw } = request
    const sender = identity ? `${identity.tenantId}/${identity.userId}` : getIpLimitKey(ip)
    admit[request.routeOptions.config.isStreamed ? 'streamed' : 'buffered'](sender, raw, size)
  })
}

/** Returns the announced size of the body in bytes, at most the route's limit; the route's limit if the body is chunked. */
function getBodySize(request: FastifyRequest): number {
  if (request.headers['transfer-encoding'] !== undefined) return request.routeOptions.bodyLimit ?? 0
  return Math.min(getContentLength(request) ?? 0, request.routeOptions.bodyLimit ?? 0)
}

/**
 * Returns a function that counts the bytes of a body until it has arrived or its connection is lost, and throws 429 if the sender exceeds
 * its limit.
 */
function createBodyLimiter({ perSender, inAll }: BodySizeLimits) {
  const senders = new Map<string, BodiesInProgress>()
  let total = 0
  const release = (sender: string, raw: IncomingMessage): void => {
    const bodies = senders.get(sender)
    total -= bodies?.get(raw) ?? 0
    bodies?.delete(raw)
    if (bodies?.size === 0) senders.delete(sender)
  }
  /**
   * Closes the connection of the oldest body of the sender with the most bytes. @returns the bytes still being received from all senders
   */
  const cutLargestSender = (): number => {
    const [sender, bodies] = [...senders].toSorted(([, a], [, b]) => sumBytes(b) - sumBytes(a))[0] ?? []
    const [oldest] = bodies?.keys() ?? []
    if (sender !== undefined && oldest) {
      release(sender, oldest)
      oldest.socket.destroy()
    }
    return total
  }
  return (sender: string, raw: IncomingMessage, size: number): void => {
    const bodies: BodiesInProgress = senders.get(sender) ?? new Map()
    if (sumBytes(bodies) + size > perSender) throw errors.rateLimited(RETRY_SECONDS)
    let left = total
    while (left + size > inAll && senders.size > 0) left = cutLargestSender()
    senders.set(sender, bodies)
    bodies.set(raw, size)
    total += size
    for (const event of ['end', 'close']) raw.once(event, () => release(sender, raw))
  }
}
