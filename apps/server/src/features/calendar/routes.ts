import * as calls from '@prosa/contract/calls/organisation/calendar'
import { HTTP_HEADERS } from '@prosa/contract/http'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { okWithoutData, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { createCalendarSecretBox } from './connection/calendar-secret-box.ts'
import { beginAuthorization, disconnectCalendar, findCalendarConnection, finishAuthorization } from './connection/connect.ts'
import { createUserMeeting } from './meetings/create-user-meeting.ts'

/**
 * Returns a response that contains the fields both at the top level and under `data`, because clients read calendar responses in both
 * places (gap G12).
 */
const atBothLevels = <T extends object>(fields: T) => ({ success: true as const, data: fields, ...fields })

export function calendarRoutes(app: FastifyInstance, deps: Deps): void {
  const box = createCalendarSecretBox(deps.config)

  registerRoute(app, calls.calendarAuthUrl, async ({ who }) => atBothLevels({ url: await beginAuthorization(deps, box, who) }))

  registerRoute(app, calls.calendarCallback, async ({ who, query, request }) => {
    // This GET request changes data, so it requires a header that other websites cannot send.
    if (!request.headers[HTTP_HEADERS.requestTime]) throw errors.foreignOrigin()
    const email = await finishAuthorization(deps, box, who, query)
    return { ...atBothLevels({ email, isAuthorized: true }), message: 'Google Calendar autorizado com sucesso.' }
  })

  registerRoute(app, calls.calendarAuthStatus, async ({ who }) => {
    const found = await deps.db.tenant(who.tenantId, (tx) => findCalendarConnection(tx, box, who))
    return atBothLevels({
      isAuthorized: found !== null,
      email: found?.email ?? null,
      authorizedAt: found?.authorizedAt.toISOString() ?? null,
    })
  })

  registerRoute(app, calls.calendarRevoke, async ({ who }) => {
    await disconnectCalendar(deps, box, who)
    return okWithoutData('Autorização removida com sucesso!')
  })

  registerRoute(app, calls.calendarCreateEvent, async ({ who, body, key }) =>
    atBothLevels(await createUserMeeting(deps, box, who, body, key)),
  )
}
