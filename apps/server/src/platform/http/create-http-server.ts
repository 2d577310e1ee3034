import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { trackRequestOrigin } from '../audit/request-origin.ts'
import type { Deps } from '../deps.ts'
import { getRequestId, logRequests } from '../logging/request-log.ts'
import { limitBodyBytes } from './bodies/body-limits.ts'
import { closeUnfinishedBodies } from './bodies/close-unfinished-bodies.ts'
import { closeIdleConnectionsOnClose } from './close-idle-connections.ts'
import { registerErrorHandlers, sendErrorResponse } from './error-handler.ts'
import { limitPipelining } from './limits/limit-pipelining.ts'
import { limitUnansweredRequests, MAX_UNANSWERED_REQUESTS } from './limits/limit-unanswered-requests.ts'
import { rejectWritesOnFullDisk } from './limits/reject-writes-on-full-disk.ts'
import { tarpitRejected } from './limits/tarpit-rejected.ts'
import { registerSecurity } from './security.ts'
import { closeSlowRequests, SERVER_TIMEOUTS_MS } from './timeouts.ts'

const MAX_JSON_BODY_BYTES = 64 * 1024

/** Creates the HTTP server with the hooks of all requests, but without routes. */
export async function createHttpServer(deps: Deps): Promise<FastifyInstance> {
  const { config, log, metrics } = deps
  const http = Fastify({
    loggerInstance: log,
    bodyLimit: MAX_JSON_BODY_BYTES,
    ...SERVER_TIMEOUTS_MS,
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    // Requests in progress are completed, and closeIdleConnectionsOnClose closes the other connections.
    forceCloseConnections: 'idle',
    genReqId: getRequestId,
    frameworkErrors: sendErrorResponse,
    logController: new LogController({ disableRequestLogging: true }),
  })
  http.setSerializerCompiler(serializerCompiler)
  http.decorateRequest('identity', null)
  http.decorateRequest('identityError', null)
  limitPipelining(http)
  registerErrorHandlers(http)
  acceptEmptyJson(http)
  closeIdleConnectionsOnClose(http)
  closeSlowRequests(http)
  limitBodyBytes(http)
  closeUnfinishedBodies(http)
  logRequests(http, metrics)
  trackRequestOrigin(http)
  tarpitRejected(http)
  // An operator raises the limit of anonymous requests if many visitors share one address, so this limit must be at least as high.
  limitUnansweredRequests(http, Math.max(MAX_UNANSWERED_REQUESTS, config.anonymousCallsPerAddress))
  rejectWritesOnFullDisk(http, deps)
  await registerSecurity(http, config)
  return http
}

/** Accepts an empty JSON body, because some clients send `content-type: application/json` without a body. */
function acceptEmptyJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
