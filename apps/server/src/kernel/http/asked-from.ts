import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

/** Origin of a request, as stored in access records. */
export interface Address {
  ip: string
  userAgent: string | null
}

const USER_AGENT_MAX_CHARS = 400
const asked = new AsyncLocalStorage<Address>()

/** Makes the origin of a request available to all code that it runs, so that every act is logged with it (TRUST-17). */
export function keepAddress(http: FastifyInstance): void {
  http.addHook('onRequest', ({ ip, headers }, _reply, done) => {
    asked.run({ ip, userAgent: headers['user-agent']?.slice(0, USER_AGENT_MAX_CHARS) ?? null }, done)
  })
}

/** Returns the origin of the current request; null outside of a request. */
export const askedFrom = (): Address | null => asked.getStore() ?? null
