import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

/** Where a request came from, as an access record keeps it. */
export interface Address {
  ip: string
  userAgent: string | null
}

const USER_AGENT_MAX_CHARS = 400
const asked = new AsyncLocalStorage<Address>()

/** Has what a request does know where it came from, so that no act is recorded without its address (TRUST-17). */
export function keepAddress(http: FastifyInstance): void {
  http.addHook('onRequest', ({ ip, headers }, _reply, done) => {
    asked.run({ ip, userAgent: headers['user-agent']?.slice(0, USER_AGENT_MAX_CHARS) ?? null }, done)
  })
}

/** The address of the request that this is done for; null for what nobody asked for just now. */
export const askedFrom = (): Address | null => asked.getStore() ?? null
