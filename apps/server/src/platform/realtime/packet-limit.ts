import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Socket } from 'socket.io'
import type { Identity } from '../access/identity.ts'

/**
 * Maximum number of packets that one user may send in a minute over all sockets of this process. 50 tabs that reconnect at once send a few
 * hundred.
 */
export const MAX_PACKETS_PER_MINUTE = 2_000

/**
 * Returns a function that closes a user's socket when the user sends too many packets. Limiting only events is not enough: an event is
 * parsed before it is rejected, and other packets are not counted. A flood of either would delay the requests of all users.
 */
export function createPacketLimit(
  points = MAX_PACKETS_PER_MINUTE,
): (socket: Pick<Socket, 'conn'>, user: Pick<Identity, 'tenantId' | 'userId'>) => void {
  const packets = new RateLimiterMemory({ points, duration: 60 })
  return ({ conn }, { tenantId, userId }) => {
    conn.on('packet', () => {
      packets.consume(`${tenantId}/${userId}`).catch(() => {
        // `close()` alone would wait for the client's close frame and parse everything that arrives until then.
        const { socket } = conn.transport as { socket?: { terminate?: () => void } }
        socket?.terminate?.()
        conn.close(true)
      })
    })
  }
}
