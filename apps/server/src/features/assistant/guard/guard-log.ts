import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'
import * as z from 'zod/mini'
import type { ParsedMessages } from '../understanding/parse-messages.ts'
import GUARD_PHRASES from './phrases.json' with { type: 'json' }
import REASONS from './reasons.json' with { type: 'json' }

/** Key of a phrase in guard/phrases.json. */
export type GuardPhrase = keyof typeof GUARD_PHRASES

/** Log of the safety guard about one conversation, stored with its memory. */
export const guardLog = z.object({
  /** Number of uses of each phrase, so that its wordings alternate. */
  said: z.record(z.string(), z.int()),
  /** Times (ISO 8601) of recent off-topic messages. */
  strayed: z.array(z.string()),
  /** Most serious reason for attention that no user has handled yet. */
  raised: z.nullable(z.object({ reason: z.string(), at: z.string() })),
  /** Number of turns in a row with only voice messages without a transcript. */
  voices: z.int(),
})
export type GuardLog = z.infer<typeof guardLog>

export const createGuardLog = (): GuardLog => ({ said: {}, strayed: [], raised: null, voices: 0 })

/** Returns the next wording of a guard phrase and counts its use. */
export const renderGuardPhrase = (state: { log: GuardLog }, phrase: GuardPhrase): string => {
  const variants: readonly string[] = GUARD_PHRASES[phrase]
  const useCount = state.log.said[phrase] ?? 0
  state.log = { ...state.log, said: { ...state.log.said, [phrase]: useCount + 1 } }
  return variants[useCount % variants.length] ?? ''
}

/** Returns how often the guard used a phrase in this conversation. */
export const getPhraseUseCount = ({ log }: { log: GuardLog }, phrase: GuardPhrase): number => log.said[phrase] ?? 0

/** Shortens a reason for attention to the maximum length of the panel's badge. */
export const truncateReason = (text: string): string => [...text].slice(0, ATTENTION_REASON_MAX_CHARS).join('')

/** Returns the reason for attention: the label of the finding and the lead's quoted words. */
export const formatFindingReason = (
  { parsedMessages }: { readonly parsedMessages: ParsedMessages },
  finding: keyof typeof REASONS,
): string => truncateReason(`${REASONS[finding]}: “${parsedMessages.quote}”`)
