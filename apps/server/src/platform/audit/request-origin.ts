import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

/** IP address and browser of a request, for audit entries. */
export interface RequestOrigin {
  ip: string
  userAgent: string | null
}

const MAX_USER_AGENT_CHARS = 400
const requestOriginContext = new AsyncLocalStorage<RequestOrigin>()

/** Makes the origin of a request available to all code that handles the request, for its audit entries (TRUST-17). */
export function trackRequestOrigin(http: FastifyInstance): void {
  http.addHook('onRequest', ({ ip, headers }, _reply, done) => {
    requestOriginContext.run({ ip, userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT_CHARS) ?? null }, done)
  })
}

/** Returns the origin of the current request; null outside of a request. */
export const getRequestOrigin = (): RequestOrigin | null => requestOriginContext.getStore() ?? null
