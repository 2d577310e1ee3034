import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Socket } from 'socket.io'
import type { Identity } from '../access/identity.ts'

/**
 * Maximum number of packets from one user in a minute, over all sockets of this process. 50 tabs that reconnect at once send a few hundred.
 */
export const MAX_PACKETS_PER_MINUTE = 2_000

/** Maximum number of packets on a connection before it has authenticated. A client sends one, and pongs. */
export const MAX_PACKETS_BEFORE_AUTHENTICATION = 10

type Connection = Socket['conn']

/** Closes a connection at once. `close()` alone would wait for the client's close frame, and parse everything that arrives before. */
function terminate(connection: Connection): void {
  const { socket } = connection.transport as { socket?: { terminate?: () => void } }
  socket?.terminate?.()
  connection.close(true)
}

/**
 * Closes a connection that sends too many packets before it has authenticated: each attempt to authenticate costs the server work.
 * @returns a function that ends the limit
 */
export function limitPacketsBeforeAuthentication(connection: Connection): () => void {
  let packetCount = 0
  const countPacket = () => {
    packetCount += 1
    if (packetCount > MAX_PACKETS_BEFORE_AUTHENTICATION) terminate(connection)
  }
  connection.on('packet', countPacket)
  return () => connection.off('packet', countPacket)
}

/**
 * Returns a function that closes a user's socket when the user sends too many packets. A limit for events is not enough: they are parsed
 * before they are rejected, and other packets are not counted.
 */
export function createPacketLimit(
  points = MAX_PACKETS_PER_MINUTE,
): (socket: Pick<Socket, 'conn'>, user: Pick<Identity, 'tenantId' | 'userId'>) => void {
  const packets = new RateLimiterMemory({ points, duration: 60 })
  return ({ conn }, { tenantId, userId }) => {
    conn.on('packet', () => {
      packets.consume(`${tenantId}/${userId}`).catch(() => terminate(conn))
    })
  }
}
