import * as calls from '@prosa/contract/calls/calendar'
import { HEADERS } from '@prosa/contract/http'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { done, route } from '../../kernel/http/contract-route.ts'
import { calendarBox } from './calendar-box.ts'
import { beginAuthorization, disconnect, findConnection, finishAuthorization } from './connect.ts'
import { createEvent } from './create-event.ts'

/** Clients read calendar responses both at the top level and under `data` (gap G12). */
const both = <T extends object>(fields: T) => ({ success: true as const, data: fields, ...fields })

export function calendarRoutes(app: FastifyInstance, deps: Deps): void {
  const box = calendarBox(deps.config)

  route(app, calls.calendarAuthUrl, async ({ who }) => both({ url: await beginAuthorization(deps, box, who) }))

  route(app, calls.calendarCallback, async ({ who, query, request }) => {
    // This GET changes data, so it requires a header that other sites cannot send.
    if (!request.headers[HEADERS.requestTime]) throw errors.foreignOrigin()
    const email = await finishAuthorization(deps, box, who, query)
    return { ...both({ email, isAuthorized: true }), message: 'Google Calendar autorizado com sucesso.' }
  })

  route(app, calls.calendarAuthStatus, async ({ who }) => {
    const found = await deps.db.tenant(who.tenantId, (tx) => findConnection(tx, box, who))
    return both({
      isAuthorized: found !== null,
      email: found?.email ?? null,
      authorizedAt: found?.authorizedAt.toISOString() ?? null,
    })
  })

  route(app, calls.calendarRevoke, async ({ who }) => {
    await disconnect(deps, box, who)
    return done('Autorização removida com sucesso!')
  })

  route(app, calls.calendarCreateEvent, async ({ who, body, key }) => both(await createEvent(deps, box, who, body, key)))
}
