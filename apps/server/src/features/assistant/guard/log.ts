import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'
import * as z from 'zod/mini'
import type { Understood } from '../understanding/understand.ts'
import GUARD_PHRASES from './phrases.json' with { type: 'json' }
import REASONS from './reasons.json' with { type: 'json' }

/** What the guard says to leads, several ways each, is data. A person answers what stands behind it. */
export type GuardPhrase = keyof typeof GUARD_PHRASES

/** What the guard did so far in a conversation. */
export const guardLog = z.object({
  /** How often each of its phrases was used: nothing is said twice alike. */
  said: z.record(z.string(), z.int()),
  /** When something was asked that is none of the agent's business, for a day. */
  strayed: z.array(z.string()),
  /** The gravest reason that was given to the team and that nobody has answered. */
  raised: z.nullable(z.object({ reason: z.string(), at: z.string() })),
  /** Bursts of nothing but voice in a row. */
  voices: z.int(),
})
export type GuardLog = z.infer<typeof guardLog>

export const emptyLog = (): GuardLog => ({ said: {}, strayed: [], raised: null, voices: 0 })

/** Says one of the ways of a phrase, another one each time. */
export const speak = (holder: { log: GuardLog }, phrase: GuardPhrase): string => {
  const ways: readonly string[] = GUARD_PHRASES[phrase]
  const used = holder.log.said[phrase] ?? 0
  holder.log = { ...holder.log, said: { ...holder.log.said, [phrase]: used + 1 } }
  return ways[used % ways.length] ?? ''
}

/** How often a phrase was said before. */
export const timesSaid = ({ log }: { log: GuardLog }, phrase: GuardPhrase): number => log.said[phrase] ?? 0

/** Short enough for the panel's badge. */
export const reasonOf = (text: string): string => [...text].slice(0, ATTENTION_REASON_MAX_CHARS).join('')

/** Why the team should look: what the guard found, in the lead's words. */
export const reasonFor = ({ understood }: { readonly understood: Understood }, found: keyof typeof REASONS): string =>
  reasonOf(`${REASONS[found]}: “${understood.quote}”`)
