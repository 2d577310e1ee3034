import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Socket } from 'socket.io'
import type { Identity } from '../http/identity.ts'

/** Packets that one person may send in a minute over all connections: 50 of them that come back at once send a few hundred. */
export const PACKETS_PER_MINUTE = 2_000

/**
 * Returns a function that ends the connections of a person who sends too many packets. A refused event is parsed before it is refused, and
 * a packet that is no event is refused by nobody: a flood of either takes the time in which others are answered.
 */
export function limitPackets(
  points = PACKETS_PER_MINUTE,
): (socket: Pick<Socket, 'conn'>, who: Pick<Identity, 'tenantId' | 'userId'>) => void {
  const packets = new RateLimiterMemory({ points, duration: 60 })
  return ({ conn }, { tenantId, userId }) => {
    conn.on('packet', () => {
      packets.consume(`${tenantId}/${userId}`).catch(() => {
        // Not by `close()`: it waits for the client's own goodbye, and parses what comes meanwhile.
        const { socket } = conn.transport as { socket?: { terminate?: () => void } }
        socket?.terminate?.()
        conn.close(true)
      })
    })
  }
}
