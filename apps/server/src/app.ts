import { allCalls } from '@prosa/contract/calls/all'
import type { FastifyInstance } from 'fastify'
import { compose } from './compose.ts'
import { socketHandlers } from './features/conversations/socket-handlers.ts'
import type { Deps } from './kernel/deps.ts'
import { createHttp } from './kernel/http/create-http.ts'
import { apiDocs } from './kernel/http/docs.ts'
import { healthRoutes } from './kernel/http/health.ts'
import { limitAnonymous } from './kernel/http/limit-anonymous.ts'
import { metricsRoute } from './kernel/http/metrics-route.ts'
import { refuseTheRest } from './kernel/http/refuse-the-rest.ts'
import { isApi } from './kernel/http/security.ts'
import { type Pages, servePages } from './kernel/http/static.ts'
import { workAll } from './kernel/jobs.ts'
import { measure } from './kernel/measure.ts'
import { settleRefusals } from './kernel/note-refusal.ts'
import { keepPresence } from './kernel/presence.ts'
import { openSockets } from './kernel/realtime/socket-server.ts'
import { tellSockets } from './kernel/realtime/tell-sockets.ts'
import { reseal } from './kernel/reseal.ts'

export interface App {
  http: FastifyInstance
  /** The composed features. */
  parts: ReturnType<typeof compose>
  /** Makes /readyz refuse new traffic; requests are still answered. */
  leave(): void
}

/** Composes the application: server, features, sockets, jobs. Does not listen yet. */
export async function buildApp(deps: Deps, pages: Pages | null): Promise<App> {
  const closing = new AbortController()
  const parts = compose(deps, closing.signal)
  const { features, door } = parts
  let isLeaving = false

  const http = await createHttp(deps)
  http.addHook('preClose', () => closing.abort(new Error('The server is closing')))
  http.addHook('onRequest', async (request, reply) => {
    if (isApi(request)) await door.identifyRequest(request, reply)
  })
  limitAnonymous(http, deps.config)
  healthRoutes(http, deps, () => isLeaving)
  metricsRoute(http, deps)
  await apiDocs(http, deps.publicOrigin)
  await http.register(
    async (api) => {
      for (const feature of features) await feature.routes?.(api)
      refuseTheRest(api, allCalls, '/api')
    },
    { prefix: '/api' },
  )
  for (const feature of features) await feature.ownRoutes?.(http)
  if (pages) await servePages(http, pages)

  const presence = keepPresence(deps)
  const realtime = openSockets(http.server, { ...deps, ...door, presence, handlers: socketHandlers(deps) })
  http.addHook('preClose', async () => realtime.close())
  // Registered here because onClose hooks run last: writing to the database may wait for open requests, and must not keep connections open.
  http.addHook('onClose', () => presence.close())
  http.addHook('onClose', settleRefusals)
  tellSockets(deps, realtime, parts.live)
  measure(deps, realtime)

  for (const feature of features) {
    const begun = await feature.start?.()
    if (begun) http.addHook('onClose', () => begun.close())
  }
  await workAll(deps.jobs, parts.jobs, parts.giveUps)
  await reseal(deps, features)
  return { http, parts, leave: () => (isLeaving = true) }
}
