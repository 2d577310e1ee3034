import * as calls from '@prosa/contract/calls/organisation/calendar'
import { HTTP_HEADERS } from '@prosa/contract/http'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { okWithoutData, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { createCalendarSecretBox } from './connection/calendar-secret-box.ts'
import { beginAuthorization, disconnectCalendar, findCalendarConnection, finishAuthorization } from './connection/connect.ts'
import { createUserMeeting } from './meetings/create-user-meeting.ts'

/** Returns a response with the fields both at the top level and under `data`. Clients read calendar responses in both places (gap G12). */
const atBothLevels = <T extends object>(fields: T) => ({ success: true as const, data: fields, ...fields })

export function calendarRoutes(app: FastifyInstance, deps: Deps): void {
  const box = createCalendarSecretBox(deps.config)

  registerRoute(app, calls.calendarAuthUrl, async ({ identity }) =>
    atBothLevels({ url: await beginAuthorization(deps, box, identity) }),
  )

  registerRoute(app, calls.calendarCallback, async ({ identity, query, request }) => {
    // This GET request changes data. It therefore requires a header that other websites cannot send.
    if (!request.headers[HTTP_HEADERS.requestTime]) throw errors.originNotAllowed()
    const email = await finishAuthorization(deps, box, identity, query)
    return { ...atBothLevels({ email, isAuthorized: true }), message: 'Google Calendar autorizado com sucesso.' }
  })

  registerRoute(app, calls.calendarAuthStatus, async ({ identity }) => {
    const connection = await deps.db.tenant(identity.tenantId, (tx) => findCalendarConnection(tx, box, identity))
    return atBothLevels({
      isAuthorized: connection !== null,
      email: connection?.email ?? null,
      authorizedAt: connection?.authorizedAt.toISOString() ?? null,
    })
  })

  registerRoute(app, calls.calendarRevoke, async ({ identity }) => {
    await disconnectCalendar(deps, box, identity)
    return okWithoutData('Autorização removida com sucesso!')
  })

  registerRoute(app, calls.calendarCreateEvent, async ({ identity, body, idempotencyKey }) =>
    atBothLevels(await createUserMeeting(deps, box, identity, body, idempotencyKey)),
  )
}
