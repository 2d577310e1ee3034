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

/** What a tool is to act on, in words; tools that take nothing of the lead's data stand in none of these. */
const asked = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  date: z.optional(z.string()),
  time: z.optional(z.string()),
  number: z.optional(z.number()),
})
const GUARDED = new Set(['update_lead', 'book_meeting', 'move_meeting', 'cancel_meeting'])

/** Everything that a message states, by value. */
const statedIn = (text: string, at: Date, timeZone: string): string[] =>
  claimsIn([toPlain(text)], { today: civilDayAt(at, timeZone), isSource: true })
    .flat()
    .flatMap(({ keys, grounds = [] }) => [...keys, ...grounds])

/** The lead's spoken messages, each with what of it nobody has confirmed: the lead did not write it, nor go on after we had said it back. */
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
 * Tools that act on nothing that was only heard: sums, dates, phones and e-mails are said back first, and the model is told so (HEAR-09).
 * `sentence`: what is then said in the place of the model's words; null where no tool was held back.
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
