import { allCalls } from '@prosa/contract/calls/all'
import type { FastifyInstance } from 'fastify'
import { composeFeatures } from './compose-features.ts'
import { createSocketHandlers } from './features/conversations/socket-handlers.ts'
import type { Deps } from './kernel/deps.ts'
import { serveApiDocs } from './kernel/http/api-docs.ts'
import { createHttpServer } from './kernel/http/create-http-server.ts'
import { healthRoutes } from './kernel/http/health.ts'
import { limitAnonymousRequests } from './kernel/http/limit-anonymous-requests.ts'
import { metricsRoute } from './kernel/http/metrics-route.ts'
import { registerUnimplementedCalls } from './kernel/http/register-unimplemented-calls.ts'
import { isApiRequest } from './kernel/http/security.ts'
import { type PageFolders, servePages } from './kernel/http/serve-pages.ts'
import { startAllJobWorkers } from './kernel/job-runner.ts'
import { createPresenceTracker } from './kernel/presence.ts'
import { forwardEventsToSockets } from './kernel/realtime/forward-events-to-sockets.ts'
import { startSocketServer } from './kernel/realtime/socket-server.ts'
import { flushRefusalAudits } from './kernel/record-access-refusal.ts'
import { reencryptSecrets } from './kernel/reencrypt-secrets.ts'
import { registerMetrics } from './kernel/register-metrics.ts'

export interface App {
  http: FastifyInstance
  /** The composed features. */
  parts: ReturnType<typeof composeFeatures>
  /** Makes /readyz refuse new traffic; requests are still answered. */
  leave(): void
}

/** Composes the application: server, features, sockets, jobs. Does not listen yet. */
export async function buildApp(deps: Deps, pages: PageFolders | null): Promise<App> {
  const closing = new AbortController()
  const parts = composeFeatures(deps, closing.signal)
  const { features, door } = parts
  let isLeaving = false

  const http = await createHttpServer(deps)
  http.addHook('preClose', () => closing.abort(new Error('The server is closing')))
  http.addHook('onRequest', async (request, reply) => {
    if (isApiRequest(request)) await door.identifyRequest(request, reply)
  })
  limitAnonymousRequests(http, deps.config)
  healthRoutes(http, deps, () => isLeaving)
  metricsRoute(http, deps)
  await serveApiDocs(http, deps.publicOrigin)
  await http.register(
    async (api) => {
      for (const feature of features) await feature.routes?.(api)
      registerUnimplementedCalls(api, allCalls, '/api')
    },
    { prefix: '/api' },
  )
  for (const feature of features) await feature.ownRoutes?.(http)
  if (pages) await servePages(http, pages)

  const presence = createPresenceTracker(deps)
  const realtime = startSocketServer(http.server, { ...deps, ...door, presence, handlers: createSocketHandlers(deps) })
  http.addHook('preClose', async () => realtime.close())
  // Registered here because onClose hooks run last: writing to the database may wait for open requests, and must not keep connections open.
  http.addHook('onClose', () => presence.close())
  http.addHook('onClose', flushRefusalAudits)
  forwardEventsToSockets(deps, realtime, parts.live)
  registerMetrics(deps, realtime)

  for (const feature of features) {
    const begun = await feature.start?.()
    if (begun) http.addHook('onClose', () => begun.close())
  }
  await startAllJobWorkers(deps.jobs, parts.jobs, parts.giveUps)
  await reencryptSecrets(deps, features)
  return { http, parts, leave: () => (isLeaving = true) }
}
