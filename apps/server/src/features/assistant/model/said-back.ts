import * as z from 'zod/mini'
import type { ModelTool } from '../../../kernel/language-model.ts'
import { civilDayAt, claimsIn } from '../guard/after/claims.ts'
import { toPlain } from '../guard/after/plain.ts'
import { dataIn, saidBack } from '../guard/spoken.ts'
import { fold } from '../understanding/fold.ts'
import { saysNo } from '../understanding/intents.ts'
import { localTime, momentText } from '../understanding/open-times.ts'
import type { DatedMessage, ModelTurn } from './history.ts'
import WORDS from './words.json' with { type: 'json' }

/** Data of the lead in a tool's arguments. */
const asked = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  date: z.optional(z.string()),
  time: z.optional(z.string()),
  number: z.optional(z.number()),
})
const GUARDED = new Set(['update_lead', 'book_meeting', 'move_meeting', 'cancel_meeting'])

/** Returns the keys of all claims in a message. */
const statedIn = (text: string, at: Date, timeZone: string): string[] =>
  claimsIn([toPlain(text)], { today: civilDayAt(at, timeZone), isSource: true })
    .flat()
    .flatMap(({ keys, grounds = [] }) => [...keys, ...grounds])

/**
 * Returns the lead's voice messages with their unconfirmed data: the lead has neither typed it nor accepted it after the agent repeated it.
 */
function unconfirmed({ history, timeZone }: ModelTurn): { message: DatedMessage; keys: ReadonlySet<string> }[] {
  const stated = history.map((message) => new Set(statedIn(message.content, message.at, timeZone)))
  const written = new Set(history.flatMap(({ fromLead, spoken }, at) => (fromLead && !spoken ? [...(stated[at] ?? [])] : [])))
  const isSaidBack = (key: string, since: number): boolean =>
    history.some(({ fromLead }, at) => {
      if (fromLead || at < since || !stated[at]?.has(key)) return false
      const next = history.slice(at + 1).find((message) => message.fromLead)
      return next !== undefined && !saysNo(fold(next.content))
    })
  return history.flatMap((message, at) => {
    if (!message.fromLead || !message.spoken) return []
    const keys = [...(stated[at] ?? [])].filter((key) => !written.has(key) && !isSaidBack(key, at))
    return keys.length > 0 ? [{ message, keys: new Set(keys) }] : []
  })
}

/**
 * Wraps tools so that they do not act on data from voice messages that is not confirmed: amounts, dates, phone numbers and e-mail addresses
 * are repeated to the lead first (HEAR-09). `sentence` returns the question that replaces the model's answer, or null if no tool was held
 * back.
 */
export function holdBackSpoken(
  turn: ModelTurn,
  tools: readonly ModelTool[],
): { tools: ModelTool[]; sentence: () => string | null } {
  const open = unconfirmed(turn)
  const { now, timeZone, meetings = [] } = turn
  let heldBack = false
  const isOnlyHeard = (input: unknown): boolean => {
    const { email = '', phone = '', date, time, number } = asked.safeParse(input).data ?? {}
    const to = date && time ? momentText(localTime(date, time, timeZone), timeZone) : ''
    const of = number === undefined ? undefined : meetings[number - 1]
    const words = [email, phone, to, of ? momentText(of.start, timeZone) : ''].join(' | ')
    return statedIn(words, now, timeZone).some((key) => open.some(({ keys }) => keys.has(key)))
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
    tools: open.length === 0 ? [...tools] : tools.map((tool) => (GUARDED.has(tool.name) ? held(tool) : tool)),
    sentence: () => {
      const data = open.flatMap(({ message }) => dataIn(message.content, message.at, timeZone))
      return heldBack && data.length > 0 ? saidBack(data) : null
    },
  }
}
