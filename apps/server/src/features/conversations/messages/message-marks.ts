import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { REACTION_MESSAGE_TYPE } from './message-types.ts'

/** Value of `source` in the `meta` of a message that the team's phone sent automatically, such as a greeting. */
const PHONE_AUTO_SOURCE = 'phone_auto'
const automaticMark = z.object({ source: z.literal(PHONE_AUTO_SOURCE) })

/**
 * Returns the mark of an automatic message from the `meta` of the message, without any other data; null if the message is not automatic.
 * The mark stays when the message is deleted.
 */
export const getAutomaticMark = (meta: unknown): JsonObject | null => automaticMark.safeParse(meta).data ?? null

export const AUTOMATIC_MARK: JsonObject = { source: PHONE_AUTO_SOURCE }

/** Mark of a message that arrived after a newer message. The conversation list never shows a marked message. */
export const LATE_MARK: JsonObject = { late: true }
const lateMark = z.object({ late: z.literal(true) })

/** Returns the marks in a message's `meta` that are kept when the message is deleted; null if there are none. */
export const getPermanentMarks = (meta: unknown): JsonObject | null => {
  const marks = { ...getAutomaticMark(meta), ...lateMark.safeParse(meta).data }
  return Object.keys(marks).length > 0 ? marks : null
}

/**
 * SQL condition for messages that the conversation list may show: all messages except reactions, automatic messages of a phone, and
 * messages that arrived late.
 */
export const SHOWN_IN_LIST_CONDITION = sql`${messages.meta}->'late' IS NULL AND ${messages.meta}->>'source' IS DISTINCT FROM ${PHONE_AUTO_SOURCE} AND ${messages.type} <> ${REACTION_MESSAGE_TYPE}`
