import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { Deps } from '../deps.ts'
import { keepAddress } from './asked-from.ts'
import { limitBodies } from './bodies/body-ceilings.ts'
import { closeRefusedBodies } from './bodies/refused-bodies.ts'
import { keepDiskRoom } from './disk-room.ts'
import { answerError, handleErrors } from './error-handler.ts'
import { letGoWhenClosing } from './let-go.ts'
import { limitPipelining } from './limit-pipelining.ts'
import { limitUnanswered, MAX_UNANSWERED } from './limit-unanswered.ts'
import { logRequests, requestId } from './request-log.ts'
import { secure } from './security.ts'
import { slowRefusals } from './slow-refusals.ts'
import { limitRequests, TIME_OUTS } from './time-outs.ts'

/** Maximum size of a JSON body in bytes. */
const BODY_LIMIT = 64 * 1024

/** Creates the HTTP server with the hooks for all requests, but without routes. */
export async function createHttp(deps: Deps): Promise<FastifyInstance> {
  const { config, log, metrics } = deps
  const http = Fastify({
    loggerInstance: log,
    bodyLimit: BODY_LIMIT,
    ...TIME_OUTS,
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    // Open requests are answered; letGoWhenClosing closes the other connections.
    forceCloseConnections: 'idle',
    genReqId: requestId,
    frameworkErrors: answerError,
    logController: new LogController({ disableRequestLogging: true }),
  })
  http.setSerializerCompiler(serializerCompiler)
  http.decorateRequest('identity', null)
  http.decorateRequest('identityError', null)
  limitPipelining(http)
  handleErrors(http)
  acceptEmptyJson(http)
  letGoWhenClosing(http)
  limitRequests(http)
  limitBodies(http)
  closeRefusedBodies(http)
  logRequests(http, metrics)
  keepAddress(http)
  slowRefusals(http)
  // Where a crowd shares one address, both limits are raised.
  limitUnanswered(http, Math.max(MAX_UNANSWERED, config.anonymousCallsPerAddress))
  keepDiskRoom(http, deps)
  await secure(http, config)
  return http
}

/** Accepts an empty JSON body: some clients send `content-type: application/json` on calls without a body. */
function acceptEmptyJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
