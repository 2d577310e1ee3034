import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { messages } from '../../kernel/db/schema/conversations.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { REACTION } from './asks-answer.ts'

/** `source` of a message that a phone sent automatically, such as a greeting. */
const BY_ITSELF = 'phone_auto'
const marked = z.object({ source: z.literal(BY_ITSELF) })

/** Returns only the mark of an automatic message from a message's `meta`, or null. The mark stays when the message is deleted. */
export const saidByItself = (meta: unknown): JsonObject | null => marked.safeParse(meta).data ?? null

export const BY_PHONE_ITSELF: JsonObject = { source: BY_ITSELF }

/** Mark of a message that arrived after a newer one; the conversation list never shows it. */
export const CAME_LATE: JsonObject = { late: true }
const late = z.object({ late: z.literal(true) })

/** Returns the marks in a message's `meta` that stay when the message is deleted, or null if there are none. */
export const lastingMarks = (meta: unknown): JsonObject | null => {
  const marks = { ...saidByItself(meta), ...late.safeParse(meta).data }
  return Object.keys(marks).length > 0 ? marks : null
}

/**
 * SQL condition for messages that the conversation list may show: all except reactions, automatic messages of a phone and messages that
 * arrived late.
 */
export const SAID_BY_SOMEBODY = sql`${messages.meta}->'late' IS NULL AND ${messages.meta}->>'source' IS DISTINCT FROM ${BY_ITSELF} AND ${messages.type} <> ${REACTION}`
