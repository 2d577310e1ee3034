import type { IncomingMessage } from 'node:http'

/**
 * Returns the client's IP address for a request that Fastify does not handle, with the same result as `request.ip`: the address that the
 * outermost of `hops` trusted proxies wrote into X-Forwarded-For. Returns '' if the connection is already closed.
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
