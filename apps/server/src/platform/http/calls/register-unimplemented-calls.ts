import type { Call } from '@prosa/contract/define-call'
import type { FastifyInstance } from 'fastify'
import { errors } from '../../errors.ts'
import { registerRoute } from './contract-route.ts'

/**
 * Adds a route that returns 501 for each call of the contract without one, to clients who may make the call. Call it after the real routes.
 */
export function registerUnimplementedCalls(api: FastifyInstance, calls: readonly Call[], prefix: string): void {
  for (const call of calls) {
    if (api.hasRoute({ method: call.method, url: `${prefix}${call.path}` })) continue
    registerRoute(api, call, async () => {
      throw errors.notImplemented()
    })
  }
}
