import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'
import * as z from 'zod/mini'
import type { ParsedMessages } from '../understanding/parse-messages.ts'
import GUARD_PHRASES from './phrases.json' with { type: 'json' }
import REASONS from './reasons.json' with { type: 'json' }

/** Key of a phrase in guard/phrases.json. Each phrase has several variants. */
export type GuardPhrase = keyof typeof GUARD_PHRASES

/** Record of what the safety guard did in a conversation, stored with the conversation's memory. */
export const guardLog = z.object({
  /** Number of uses of each phrase, so that its variants alternate. */
  said: z.record(z.string(), z.int()),
  /** Times (ISO) of the lead's off-topic messages within a day. */
  strayed: z.array(z.string()),
  /** The most serious reason for attention that the team has received and no user has handled yet. */
  raised: z.nullable(z.object({ reason: z.string(), at: z.string() })),
  /** Number of consecutive turns in which the lead sent only voice messages. */
  voices: z.int(),
})
export type GuardLog = z.infer<typeof guardLog>

export const createGuardLog = (): GuardLog => ({ said: {}, strayed: [], raised: null, voices: 0 })

/** Returns the next variant of a guard phrase and increments its use count in the log. */
export const renderGuardPhrase = (state: { log: GuardLog }, phrase: GuardPhrase): string => {
  const variants: readonly string[] = GUARD_PHRASES[phrase]
  const useCount = state.log.said[phrase] ?? 0
  state.log = { ...state.log, said: { ...state.log.said, [phrase]: useCount + 1 } }
  return variants[useCount % variants.length] ?? ''
}

/** Returns how often the guard has used a phrase in this conversation. */
export const getPhraseUseCount = ({ log }: { log: GuardLog }, phrase: GuardPhrase): number => log.said[phrase] ?? 0

/** Shortens an attention reason to the maximum length of the panel's badge. */
export const truncateReason = (text: string): string => [...text].slice(0, ATTENTION_REASON_MAX_CHARS).join('')

/** Returns the reason for which the team must attend to the conversation: the label of the finding and the quoted text of the lead. */
export const formatFindingReason = (
  { parsedMessages }: { readonly parsedMessages: ParsedMessages },
  finding: keyof typeof REASONS,
): string => truncateReason(`${REASONS[finding]}: “${parsedMessages.quote}”`)
