import type { IncomingMessage } from 'node:http'

/**
 * Returns the client's IP address, like Fastify's `request.ip`, for requests that Fastify does not handle. `hops`: number of trusted
 * proxies that add to X-Forwarded-For. Returns '' if the connection is closed.
 */
export function getClientIp({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, hops: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const chain = [
    socket.remoteAddress ?? '',
    ...forwarded
      .map((address) => address.trim())
      .filter(Boolean)
      .toReversed(),
  ]
  return chain[Math.min(hops, chain.length - 1)] ?? ''
}
