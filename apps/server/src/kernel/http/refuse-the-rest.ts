import type { Call } from '@prosa/contract/define-call'
import type { FastifyInstance } from 'fastify'
import { errors } from '../errors.ts'
import { route } from './contract-route.ts'

/** A call of the contract that has no route yet says so in the contract's error shape, to whoever may make it. Comes after the real routes. */
export function refuseTheRest(api: FastifyInstance, calls: readonly Call[], prefix: string): void {
  for (const call of calls) {
    if (api.hasRoute({ method: call.method, url: `${prefix}${call.path}` })) continue
    route(api, call, async () => {
      throw errors.notImplemented()
    })
  }
}
