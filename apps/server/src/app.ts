import { allCalls } from '@prosa/contract/calls/all'
import type { FastifyInstance } from 'fastify'
import { composeFeatures } from './compose-features.ts'
import { createSocketHandlers } from './features/conversations/socket-handlers.ts'
import { flushRefusalAudits } from './platform/audit/record-access-refusal.ts'
import { reencryptSecrets } from './platform/crypto/reencrypt-secrets.ts'
import type { Deps } from './platform/deps.ts'
import { serveApiDocs } from './platform/http/api-reference/api-docs.ts'
import { registerUnimplementedCalls } from './platform/http/calls/register-unimplemented-calls.ts'
import { createHttpServer } from './platform/http/create-http-server.ts'
import { healthRoutes } from './platform/http/health.ts'
import { limitAnonymousRequests } from './platform/http/limits/limit-anonymous-requests.ts'
import { limitUserRequests } from './platform/http/limits/limit-user-requests.ts'
import { isApiRequest } from './platform/http/security.ts'
import { type PageFolders, servePages } from './platform/http/serve-pages.ts'
import { startAllJobWorkers } from './platform/jobs/job-runner.ts'
import { metricsRoute } from './platform/metrics/metrics-route.ts'
import { registerMetrics } from './platform/metrics/register-metrics.ts'
import { forwardEventsToSockets } from './platform/realtime/forward-events-to-sockets.ts'
import { createPresenceTracker } from './platform/realtime/presence.ts'
import { startSocketServer } from './platform/realtime/socket-server.ts'

export interface App {
  http: FastifyInstance
  modules: ReturnType<typeof composeFeatures>
  /** Makes /readyz refuse new traffic; requests are still answered. */
  startDraining(): void
}

/** Composes the application: server, features, sockets, jobs. Does not listen yet. */
export async function buildApp(deps: Deps, pages: PageFolders | null): Promise<App> {
  const closing = new AbortController()
  const modules = composeFeatures(deps, closing.signal)
  const { features, authenticator } = modules
  let isDraining = false

  const http = await createHttpServer(deps)
  http.addHook('preClose', () => closing.abort(new Error('The server is closing')))
  http.addHook('onRequest', async (request, reply) => {
    if (isApiRequest(request)) await authenticator.identifyRequest(request, reply)
  })
  limitAnonymousRequests(http, deps.config)
  limitUserRequests(http)
  healthRoutes(http, deps, () => isDraining)
  metricsRoute(http, deps)
  await serveApiDocs(http, deps.publicOrigin)
  await http.register(
    async (api) => {
      for (const feature of features) await feature.routes?.(api)
      registerUnimplementedCalls(api, allCalls, '/api')
    },
    { prefix: '/api' },
  )
  for (const feature of features) await feature.rootRoutes?.(http)
  if (pages) await servePages(http, pages)

  const presence = createPresenceTracker(deps)
  const realtime = startSocketServer(http.server, { ...deps, ...authenticator, presence, handlers: createSocketHandlers(deps) })
  http.addHook('preClose', async () => realtime.close())
  // onClose hooks run after the connections are closed: this write may wait for open requests, and must not keep connections open.
  http.addHook('onClose', () => presence.close())
  http.addHook('onClose', flushRefusalAudits)
  forwardEventsToSockets(deps, realtime, modules.socketEvents)
  registerMetrics(deps, realtime)

  for (const feature of features) {
    const startedService = await feature.start?.()
    if (startedService) http.addHook('onClose', () => startedService.close())
  }
  await startAllJobWorkers(deps.jobs, modules.jobs, modules.finalFailureHandlers)
  await reencryptSecrets(deps, features)
  return { http, modules, startDraining: () => (isDraining = true) }
}
