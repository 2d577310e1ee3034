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

/** The fields of tool arguments that may contain spoken data of the lead. */
const spokenToolInput = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  date: z.optional(z.string()),
  time: z.optional(z.string()),
  number: z.optional(z.number()),
})
const GUARDED_TOOLS = new Set(['update_lead', 'book_meeting', 'move_meeting', 'cancel_meeting'])

/**
 * Returns the keys of all claims (amounts, dates, times, contact data) in a message and of what they support. `at`: time of the message,
 * for relative dates.
 */
const extractClaimKeys = (text: string, at: Date, timeZone: string): string[] =>
  extractClaims([normalizeForClaims(text)], { today: toCivilDay(at, timeZone), isSource: true })
    .flat()
    .flatMap(({ keys, grounds = [] }) => [...keys, ...grounds])

/**
 * Returns the lead's voice messages that contain unconfirmed data, with the keys of that data. Data is confirmed if the lead also typed it,
 * or did not say no after the agent repeated it.
 */
function findUnconfirmedData({ history, timeZone }: ModelTurn): { message: DatedMessage; keys: ReadonlySet<string> }[] {
  const stated = history.map((message) => new Set(extractClaimKeys(message.content, message.at, timeZone)))
  const written = new Set(history.flatMap(({ fromLead, spoken }, at) => (fromLead && !spoken ? [...(stated[at] ?? [])] : [])))
  const isSaidBack = (key: string, since: number): boolean =>
    history.some(({ fromLead }, at) => {
      if (fromLead || at < since || !stated[at]?.has(key)) return false
      const next = history.slice(at + 1).find((message) => message.fromLead)
      return next !== undefined && !isNo(normalizeText(next.content))
    })
  return history.flatMap((message, at) => {
    if (!message.fromLead || !message.spoken) return []
    const keys = [...(stated[at] ?? [])].filter((key) => !written.has(key) && !isSaidBack(key, at))
    return keys.length > 0 ? [{ message, keys: new Set(keys) }] : []
  })
}

/**
 * Wraps tools so that they do not act on unconfirmed data from voice messages (amounts, dates, phone numbers, e-mail addresses), which the
 * agent must repeat first (HEAR-09). `sentence` returns the question that replaces the model's answer, or null if no tool call was blocked.
 */
export function requireSpokenConfirmation(
  turn: ModelTurn,
  tools: readonly ModelTool[],
): { tools: ModelTool[]; sentence: () => string | null } {
  const open = findUnconfirmedData(turn)
  const { now, timeZone, meetings = [] } = turn
  let heldBack = false
  const isOnlyHeard = (input: unknown): boolean => {
    const { email = '', phone = '', date, time, number } = spokenToolInput.safeParse(input).data ?? {}
    const to = date && time ? formatMoment(parseLocalTime(date, time, timeZone), timeZone) : ''
    const of = number === undefined ? undefined : meetings[number - 1]
    const words = [email, phone, to, of ? formatMoment(of.start, timeZone) : ''].join(' | ')
    return extractClaimKeys(words, now, timeZone).some((key) => open.some(({ keys }) => keys.has(key)))
  }
  const held = (tool: ModelTool): ModelTool => ({
    ...tool,
    run: async (input) => {
      if (!isOnlyHeard(input)) return tool.run(input)
      heldBack = true
      return WORDS.onlySpoken
    },
  })
  return {
    tools: open.length === 0 ? [...tools] : tools.map((tool) => (GUARDED_TOOLS.has(tool.name) ? held(tool) : tool)),
    sentence: () => {
      const data = open.flatMap(({ message }) => extractSpokenData(message.content, message.at, timeZone))
      return heldBack && data.length > 0 ? formatConfirmationQuestion(data) : null
    },
  }
}
