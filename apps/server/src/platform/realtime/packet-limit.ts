import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Socket } from 'socket.io'
import type { Identity } from '../access/identity.ts'

/**
 * Maximum number of packets from one user in a minute, over all sockets of this process. 50 tabs that reconnect at once send a few hundred.
 */
export const MAX_PACKETS_PER_MINUTE = 2_000
/** Maximum number of packets on a connection that has not authenticated. A client sends one, and pongs. */
export const MAX_PACKETS_BEFORE_AUTHENTICATION = 10

type Connection = Socket['conn']

/** Closes a connection at once. `close()` alone would wait for the client's close frame, and parse everything that arrives before. */
function terminate(connection: Connection): void {
  const { socket } = connection.transport as { socket?: { terminate?: () => void } }
  socket?.terminate?.()
  connection.close(true)
}

/**
 * Closes connections that send too many packets. A limit for events is not enough: packets are parsed before an event is rejected, and each
 * attempt to authenticate costs the server work.
 */
export function createPacketLimit() {
  const userPackets = new RateLimiterMemory({ points: MAX_PACKETS_PER_MINUTE, duration: 60 })
  const userKeys = new WeakMap<Connection, string>()
  return {
    /** Starts to count the packets of a new connection. */
    watch: (connection: Connection): void => {
      let packetCount = 0
      connection.on('packet', () => {
        const userKey = userKeys.get(connection)
        if (userKey !== undefined) userPackets.consume(userKey).catch(() => terminate(connection))
        else if (++packetCount > MAX_PACKETS_BEFORE_AUTHENTICATION) terminate(connection)
      })
    },
    /** Counts the connection's further packets together with those of the user's other connections. */
    setUser: (connection: Connection, { tenantId, userId }: Pick<Identity, 'tenantId' | 'userId'>): void => {
      userKeys.set(connection, `${tenantId}/${userId}`)
    },
  }
}
