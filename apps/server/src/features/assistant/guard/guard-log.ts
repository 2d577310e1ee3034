import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'
import * as z from 'zod/mini'
import type { ParsedMessages } from '../understanding/parse-messages.ts'
import GUARD_PHRASES from './phrases.json' with { type: 'json' }
import REASONS from './reasons.json' with { type: 'json' }

/** Name of a phrase in the guard's data. Each phrase has several variants. */
export type GuardPhrase = keyof typeof GUARD_PHRASES

/** Record of the guard's actions in a conversation. */
export const guardLog = z.object({
  /** How often each phrase was used, so that variants alternate. */
  said: z.record(z.string(), z.int()),
  /** Times of off-topic questions of the last day. */
  strayed: z.array(z.string()),
  /** The most serious reason given to the team that no user has handled yet. */
  raised: z.nullable(z.object({ reason: z.string(), at: z.string() })),
  /** Number of consecutive turns with only voice messages. */
  voices: z.int(),
})
export type GuardLog = z.infer<typeof guardLog>

export const createGuardLog = (): GuardLog => ({ said: {}, strayed: [], raised: null, voices: 0 })

/** Returns the next variant of a phrase and counts its use. */
export const renderGuardPhrase = (holder: { log: GuardLog }, phrase: GuardPhrase): string => {
  const ways: readonly string[] = GUARD_PHRASES[phrase]
  const used = holder.log.said[phrase] ?? 0
  holder.log = { ...holder.log, said: { ...holder.log.said, [phrase]: used + 1 } }
  return ways[used % ways.length] ?? ''
}

/** Returns how often a phrase was used before. */
export const getPhraseUseCount = ({ log }: { log: GuardLog }, phrase: GuardPhrase): number => log.said[phrase] ?? 0

/** Shortens a reason to the maximum length of the panel's badge. */
export const truncateReason = (text: string): string => [...text].slice(0, ATTENTION_REASON_MAX_CHARS).join('')

/** Returns the attention reason for a finding, with a quote of the lead. */
export const formatFindingReason = (
  { understood }: { readonly understood: ParsedMessages },
  found: keyof typeof REASONS,
): string => truncateReason(`${REASONS[found]}: “${understood.quote}”`)
