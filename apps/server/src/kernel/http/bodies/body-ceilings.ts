import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from '../../errors.ts'
import { addressKey } from '../address-key.ts'
import { announcedLength } from './streamed-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body goes to the disk as it arrives, and takes no memory. */
    isStreamed?: boolean
  }
}

const MB = 1024 * 1024

/** Bytes of bodies that may be under way at the same time, of one sender and of all senders together. */
export interface BodyCeiling {
  perSender: number
  inAll: number
}

/** A streamed body costs about 100 kB of memory however long it is; a buffered one costs all of it (decision 130). */
const BODY_CEILINGS = {
  streamed: { perSender: 128 * MB, inAll: 512 * MB },
  buffered: { perSender: 16 * MB, inAll: 96 * MB },
} as const satisfies Record<string, BodyCeiling>

const RETRY_SECONDS = 2

/** Bodies of one sender: the size and the request of each. */
type UnderWay = Map<IncomingMessage, number>

const sum = (bodies: UnderWay): number => [...bodies.values()].reduce((bytes, size) => bytes + size, 0)

/**
 * Limits the bytes of bodies under way. A sender is a signed-in person or, without a session, an address. When the ceiling of all is
 * reached, the sender with the most bytes loses its oldest body: nobody can use up what is there for everybody.
 */
export function limitBodies(http: FastifyInstance, ceilings: Record<'streamed' | 'buffered', BodyCeiling> = BODY_CEILINGS): void {
  const admit = { streamed: createCeiling(ceilings.streamed), buffered: createCeiling(ceilings.buffered) }
  http.addHook('preParsing', async (request) => {
    const size = sizeOf(request)
    if (size === 0) return
    const { identity, ip, raw } = request
    const sender = identity ? `${identity.tenantId}/${identity.userId}` : addressKey(ip)
    admit[request.routeOptions.config.isStreamed ? 'streamed' : 'buffered'](sender, raw, size)
  })
}

/** Bytes of the body as announced; the most that the route accepts where the request does not say. */
function sizeOf(request: FastifyRequest): number {
  if (request.headers['transfer-encoding'] !== undefined) return request.routeOptions.bodyLimit ?? 0
  return Math.min(announcedLength(request) ?? 0, request.routeOptions.bodyLimit ?? 0)
}

/** Returns a function that counts a body until it has arrived. @throws 429 when its sender has too much under way */
function createCeiling({ perSender, inAll }: BodyCeiling) {
  const senders = new Map<string, UnderWay>()
  let total = 0
  const release = (sender: string, raw: IncomingMessage): void => {
    const bodies = senders.get(sender)
    total -= bodies?.get(raw) ?? 0
    bodies?.delete(raw)
    if (bodies?.size === 0) senders.delete(sender)
  }
  /** Closes the connection of a body. @returns the bytes that are still under way */
  const cutLargestSender = (): number => {
    const [sender, bodies] = [...senders].toSorted(([, a], [, b]) => sum(b) - sum(a))[0] ?? []
    const [oldest] = bodies?.keys() ?? []
    if (sender !== undefined && oldest) {
      release(sender, oldest)
      oldest.socket.destroy()
    }
    return total
  }
  return (sender: string, raw: IncomingMessage, size: number): void => {
    const bodies: UnderWay = senders.get(sender) ?? new Map()
    if (sum(bodies) + size > perSender) throw errors.rateLimited(RETRY_SECONDS)
    let left = total
    while (left + size > inAll && senders.size > 0) left = cutLargestSender()
    senders.set(sender, bodies)
    bodies.set(raw, size)
    total += size
    raw.once('close', () => release(sender, raw))
  }
}
