import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { messages } from '../../kernel/db/schema/conversations.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { REACTION } from './asks-answer.ts'

/** What a phone said by itself, a greeting, is marked so: nobody said it. */
const BY_ITSELF = 'phone_auto'
const marked = z.object({ source: z.literal(BY_ITSELF) })

/** The mark among what is kept beside a message, and nothing of the rest; it stays on one that is taken back. */
export const saidByItself = (meta: unknown): JsonObject | null => marked.safeParse(meta).data ?? null

export const BY_PHONE_ITSELF: JsonObject = { source: BY_ITSELF }

/** The mark of a message that came in after a newer one: the list never shows it. */
export const CAME_LATE: JsonObject = { late: true }
const late = z.object({ late: z.literal(true) })

/** Returns the marks that stay on a message that is taken back. */
export const lastingMarks = (meta: unknown): JsonObject | null => {
  const marks = { ...saidByItself(meta), ...late.safeParse(meta).data }
  return Object.keys(marks).length > 0 ? marks : null
}

/** Messages that the list can show: all but reactions, what a phone sent by itself and what came in after a newer one. */
export const SAID_BY_SOMEBODY = sql`${messages.meta}->'late' IS NULL AND ${messages.meta}->>'source' IS DISTINCT FROM ${BY_ITSELF} AND ${messages.type} <> ${REACTION}`
