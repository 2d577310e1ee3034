import type { Call } from '@prosa/contract/define-call'
import type { FastifyInstance } from 'fastify'
import { errors } from '../../errors.ts'
import { registerRoute } from './contract-route.ts'

/**
 * Registers a route that returns 501 for each endpoint of the API contract without a route. Access checks still apply. Must be called after
 * all other routes were registered.
 */
export function registerUnimplementedCalls(api: FastifyInstance, calls: readonly Call[], prefix: string): void {
  for (const call of calls) {
    if (api.hasRoute({ method: call.method, url: `${prefix}${call.path}` })) continue
    registerRoute(api, call, async () => {
      throw errors.notImplemented()
    })
  }
}
