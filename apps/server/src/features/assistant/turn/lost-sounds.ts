import type { Draft, LeadMessage, TurnInput } from '../decision.ts'
import { stopped } from '../decision.ts'
import ANY from '../dialogue/phrases/any.json' with { type: 'json' }
import TEAM from '../dialogue/phrases/team.json' with { type: 'json' }
import { reasonOf } from '../guard/log.ts'
import type { Screening } from '../guard/verdict.ts'

const WORDS: Readonly<Record<string, string | undefined>> = {
  audio_lost: ANY['media:audio_lost'][0],
  audio_empty: ANY['media:audio_empty'][0],
}
/** Returns the first sentence, without the question that follows. */
const statement = (words: string): string => words.slice(0, words.indexOf('.') + 1)

/**
 * Returns the sentences that admit that voice messages could not be heard, each once. Without questions while the lead waits for a user
 * (GUARD-15).
 */
export const lostWords = (messages: readonly LeadMessage[], isAwaited: boolean): string[] =>
  [...new Set(messages.map(({ type }) => type))]
    .flatMap((type) => WORDS[type] ?? [])
    .map((words) => (isAwaited ? statement(words) : words))

/**
 * Returns the answer to messages that are only voice messages without a transcript (HEAR-03), for both engines. Returns null for any other
 * messages.
 */
export function onlyLostSounds({ input, screening }: { input: TurnInput; screening: Screening }): Draft | null {
  const { newMessages } = input
  if (newMessages.length === 0 || !newMessages.every(({ type }) => type in WORDS)) return null
  const isLost = newMessages.some(({ type }) => type === 'audio_lost')
  const reason = isLost ? reasonOf(TEAM.reasons.media.replace('{kinds}', TEAM.media.audio)) : null
  return stopped(input, [lostWords(newMessages, screening.isAwaited).join(' ')], { reason })
}

/** Removes the questions after such sentences from the rule-based engine's replies while the lead waits for a user. */
export const withoutAsking = (replies: readonly string[], { isAwaited }: Screening): readonly string[] =>
  isAwaited
    ? replies.map((reply) =>
        Object.values(WORDS).reduce<string>((left, words = '') => left.replace(words, statement(words)), reply),
      )
    : replies
