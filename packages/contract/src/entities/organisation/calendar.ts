import * as z from 'zod/mini'
import { timestamp } from '../../fields.ts'

/** State of the signed-in user's connection to Google Calendar (section 3, Calendar auth status). */
export const calendarStatus = z.object({
  isAuthorized: z.boolean(),
  email: z.nullish(z.string()),
  authorizedAt: z.nullish(timestamp),
})
export type CalendarStatus = z.infer<typeof calendarStatus>

export const calendarEvent = z.object({ id: z.string(), htmlLink: z.string(), start: timestamp, end: timestamp })
export type CalendarEvent = z.infer<typeof calendarEvent>
