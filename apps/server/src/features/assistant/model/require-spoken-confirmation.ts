import * as z from 'zod/mini'
import type { ModelTool } from '../../../platform/external-services/language-model.ts'
import { extractClaims, toCivilDay } from '../guard/after/claims/extract-claims.ts'
import { normalizeForClaims } from '../guard/after/claims/normalize-for-claims.ts'
import { extractSpokenData, formatConfirmationQuestion } from '../guard/spoken-data.ts'
import { formatMoment, parseLocalTime } from '../understanding/dates/opening-hours.ts'
import { isNo } from '../understanding/intents/intents.ts'
import { normalizeText } from '../understanding/text/normalize-text.ts'
import type { DatedMessage, ModelTurn } from './history.ts'
import WORDS from './words.json' with { type: 'json' }

/** Tool arguments that may contain spoken data. */
const spokenToolInput = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  date: z.optional(z.string()),
  time: z.optional(z.string()),
  number: z.optional(z.number()),
})
const GUARDED_TOOLS = new Set(['update_lead', 'book_meeting', 'move_meeting', 'cancel_meeting'])

/** Returns the keys of all claims in a text (amounts, dates, contact data). `at`: time of writing, to which relative dates refer. */
const extractClaimKeys = (text: string, at: Date, timeZone: string): string[] =>
  extractClaims([normalizeForClaims(text)], { today: toCivilDay(at, timeZone), isSource: true })
    .flat()
    .flatMap(({ keys, supportedKeys = [] }) => [...keys, ...supportedKeys])

/**
 * Returns voice messages with unconfirmed data and its claim keys. Data is confirmed if the lead typed it too, or did not say no after the
 * agent repeated it.
 */
function findUnconfirmedData({ history, timeZone }: ModelTurn): { message: DatedMessage; keys: ReadonlySet<string> }[] {
  const keysByMessage = history.map((message) => new Set(extractClaimKeys(message.content, message.at, timeZone)))
  const typedKeys = new Set(
    history.flatMap(({ fromLead, isTranscript }, index) => (fromLead && !isTranscript ? [...(keysByMessage[index] ?? [])] : [])),
  )
  const isConfirmedByRepetition = (key: string, since: number): boolean =>
    history.some(({ fromLead }, index) => {
      if (fromLead || index < since || !keysByMessage[index]?.has(key)) return false
      const next = history.slice(index + 1).find((message) => message.fromLead)
      return next !== undefined && !isNo(normalizeText(next.content))
    })
  return history.flatMap((message, index) => {
    if (!message.fromLead || !message.isTranscript) return []
    const keys = [...(keysByMessage[index] ?? [])].filter((key) => !typedKeys.has(key) && !isConfirmedByRepetition(key, index))
    return keys.length > 0 ? [{ message, keys: new Set(keys) }] : []
  })
}

/**
 * Wraps tools so that they reject data from voice messages that the lead has not confirmed (HEAR-09). `getConfirmationQuestion` returns the
 * question to send instead, or null if no call was rejected.
 */
export function requireSpokenConfirmation(
  turn: ModelTurn,
  tools: readonly ModelTool[],
): { tools: ModelTool[]; getConfirmationQuestion: () => string | null } {
  const unconfirmed = findUnconfirmedData(turn)
  const { now, timeZone, meetings = [] } = turn
  let wasToolBlocked = false
  const usesUnconfirmedData = (input: unknown): boolean => {
    const { email = '', phone = '', date, time, number } = spokenToolInput.safeParse(input).data ?? {}
    const newTime = date && time ? formatMoment(parseLocalTime(date, time, timeZone), timeZone) : ''
    const meeting = number === undefined ? undefined : meetings[number - 1]
    const words = [email, phone, newTime, meeting ? formatMoment(meeting.start, timeZone) : ''].join(' | ')
    return extractClaimKeys(words, now, timeZone).some((key) => unconfirmed.some(({ keys }) => keys.has(key)))
  }
  const guardTool = (tool: ModelTool): ModelTool => ({
    ...tool,
    run: async (input) => {
      if (!usesUnconfirmedData(input)) return tool.run(input)
      wasToolBlocked = true
      return WORDS.onlySpoken
    },
  })
  return {
    tools: unconfirmed.length === 0 ? [...tools] : tools.map((tool) => (GUARDED_TOOLS.has(tool.name) ? guardTool(tool) : tool)),
    getConfirmationQuestion: () => {
      const data = unconfirmed.flatMap(({ message }) => extractSpokenData(message.content, message.at, timeZone))
      return wasToolBlocked && data.length > 0 ? formatConfirmationQuestion(data) : null
    },
  }
}
