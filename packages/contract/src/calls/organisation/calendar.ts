import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { calendarEvent, calendarStatus } from '../../entities/organisation/calendar.ts'
import { id, plainText, requestDateTime } from '../../fields.ts'
import { successWithoutData } from '../../responses.ts'

/** Returns the schema of a calendar response. Servers may send its fields at the top level, under `data`, or in both places (gap G12). */
const calendarResponse = <T extends z.core.$ZodLooseShape>(shape: z.ZodMiniObject<T>) =>
  z.union([
    z.extend(shape, { success: z.optional(z.literal(true)), message: z.optional(z.string()), data: z.optional(shape) }),
    z.object({ success: z.optional(z.literal(true)), message: z.optional(z.string()), data: shape }),
  ])

/** Returns the fields of a calendar response: those under `data` if present, otherwise those at the top level. */
export const getCalendarData = <A extends { data?: object | undefined }>(answer: A): NonNullable<A['data']> =>
  answer.data ?? answer

const authUrlShape = z.object({ url: z.string() })
const connectedShape = z.object({ email: z.nullish(z.string()), isAuthorized: z.optional(z.boolean()) })

export const calendarAuthUrl = defineCall({
  name: 'calendarAuthUrl',
  method: 'GET',
  path: '/google-calendar/auth-url',
  summary: 'Endereço do Google onde o usuário autoriza a agenda.',
  answer: calendarResponse(authUrlShape),
})

export const calendarCallback = defineCall({
  name: 'calendarCallback',
  method: 'GET',
  path: '/google-calendar/oauth2callback',
  summary: 'Troca o código do Google pela autorização.',
  query: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(2_000)),
    /** OAuth state. The Prosa server requires it; other servers may omit it when they redirect to Google (section 8). */
    state: z.optional(z.string().check(z.maxLength(500))),
  }),
  answer: calendarResponse(connectedShape),
})

export const calendarAuthStatus = defineCall({
  name: 'calendarAuthStatus',
  method: 'GET',
  path: '/google-calendar/auth-status',
  summary: 'Diz se o usuário autorizou a agenda.',
  answer: calendarResponse(calendarStatus),
})

export const calendarRevoke = defineCall({
  name: 'calendarRevoke',
  method: 'DELETE',
  path: '/google-calendar/revoke',
  summary: 'Remove a autorização da agenda.',
  answer: successWithoutData,
})

export const calendarCreateEvent = defineCall({
  name: 'calendarCreateEvent',
  method: 'POST',
  path: '/google-calendar/create-event',
  acceptsIdempotencyKey: true,
  summary: 'Marca uma reunião com o lead na agenda conectada.',
  body: z.object({
    leadId: id,
    conversationId: z.optional(id),
    title: plainText(200).check(z.minLength(1)),
    description: z.optional(plainText(4_000)),
    start: requestDateTime,
    end: requestDateTime,
    attendees: z.optional(z.array(z.email()).check(z.maxLength(20))),
  }),
  answer: calendarResponse(calendarEvent),
})
