import ANY from '../../dialogue/phrases/any.json' with { type: 'json' }
import TEAM from '../../dialogue/phrases/team.json' with { type: 'json' }
import { truncateReason } from '../../guard/guard-log.ts'
import type { GuardResult } from '../../guard/verdict.ts'
import type { LeadMessage, TurnDraft, TurnInput } from '../../turn-input.ts'
import { createStoppedDraft } from '../../turn-input.ts'

const UNHEARD_AUDIO_TEXTS: Readonly<Record<string, string | undefined>> = {
  audio_lost: ANY['media:audio_lost'][0],
  audio_empty: ANY['media:audio_empty'][0],
}
/** Returns the first sentence of a text, without the question that follows it. */
const getFirstSentence = (words: string): string => words.slice(0, words.indexOf('.') + 1)

/**
 * Returns the sentences that admit that voice messages could not be heard, one per type. Leaves out their questions while the lead waits
 * for a user of the team (GUARD-15).
 */
export const getUnheardReplies = (messages: readonly LeadMessage[], isAwaited: boolean): string[] =>
  [...new Set(messages.map(({ type }) => type))]
    .flatMap((type) => UNHEARD_AUDIO_TEXTS[type] ?? [])
    .map((words) => (isAwaited ? getFirstSentence(words) : words))

/**
 * Returns the draft for messages that are all voice messages without a transcript (HEAR-03), for both reply engines. Returns null for any
 * other messages.
 */
export function answerUnheardOnly({ input, screening }: { input: TurnInput; screening: GuardResult }): TurnDraft | null {
  const { newMessages } = input
  if (newMessages.length === 0 || !newMessages.every(({ type }) => type in UNHEARD_AUDIO_TEXTS)) return null
  const isLost = newMessages.some(({ type }) => type === 'audio_lost')
  const reason = isLost ? truncateReason(TEAM.reasons.media.replace('{kinds}', TEAM.media.audio)) : null
  return createStoppedDraft(input, [getUnheardReplies(newMessages, screening.isAwaited).join(' ')], { reason })
}

/**
 * Removes the questions that follow the admission of unheard voice messages from the rule-based engine's replies, while the lead waits for
 * a user of the team.
 */
export const removeUnheardQuestions = (replies: readonly string[], { isAwaited }: GuardResult): readonly string[] =>
  isAwaited
    ? replies.map((reply) =>
        Object.values(UNHEARD_AUDIO_TEXTS).reduce<string>(
          (left, words = '') => left.replace(words, getFirstSentence(words)),
          reply,
        ),
      )
    : replies
