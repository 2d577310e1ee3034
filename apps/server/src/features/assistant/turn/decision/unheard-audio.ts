import ANY from '../../dialogue/phrases/any.json' with { type: 'json' }
import TEAM from '../../dialogue/phrases/team.json' with { type: 'json' }
import { truncateReason } from '../../guard/guard-log.ts'
import type { GuardResult } from '../../guard/verdict.ts'
import type { LeadMessage, TurnDraft, TurnInput } from '../../turn-input.ts'
import { createStoppedDraft } from '../../turn-input.ts'

const UNTRANSCRIBED_AUDIO_TEXTS: Readonly<Record<string, string | undefined>> = {
  audio_lost: ANY['media:audio_lost'][0],
  audio_empty: ANY['media:audio_empty'][0],
}
/** Returns the first sentence of a text, without the question that follows it. */
const getFirstSentence = (text: string): string => text.slice(0, text.indexOf('.') + 1)

/**
 * Returns the sentences that admit that voice messages could not be heard, one per type. Leaves out their questions while the lead waits
 * for a user of the team (GUARD-15).
 */
export const getUntranscribedReplies = (messages: readonly LeadMessage[], isWaitingForUser: boolean): string[] =>
  [...new Set(messages.map(({ type }) => type))]
    .flatMap((type) => UNTRANSCRIBED_AUDIO_TEXTS[type] ?? [])
    .map((text) => (isWaitingForUser ? getFirstSentence(text) : text))

/**
 * Returns the draft for messages that are all voice messages without a transcript (HEAR-03), for both reply engines. Returns null for any
 * other messages.
 */
export function answerUntranscribedOnly({
  input,
  guardResult,
}: {
  input: TurnInput
  guardResult: GuardResult
}): TurnDraft | null {
  const { newMessages } = input
  if (newMessages.length === 0 || !newMessages.every(({ type }) => type in UNTRANSCRIBED_AUDIO_TEXTS)) return null
  const isLost = newMessages.some(({ type }) => type === 'audio_lost')
  const reason = isLost ? truncateReason(TEAM.reasons.media.replace('{kinds}', TEAM.media.audio)) : null
  return createStoppedDraft(input, [getUntranscribedReplies(newMessages, guardResult.isWaitingForUser).join(' ')], { reason })
}

/**
 * Removes the questions that follow the admission of unheard voice messages from the rule-based engine's replies, while the lead waits for
 * a user of the team.
 */
export const removeUntranscribedQuestions = (replies: readonly string[], { isWaitingForUser }: GuardResult): readonly string[] =>
  isWaitingForUser
    ? replies.map((reply) =>
        Object.values(UNTRANSCRIBED_AUDIO_TEXTS).reduce<string>(
          (remainingText, text = '') => remainingText.replace(text, getFirstSentence(text)),
          reply,
        ),
      )
    : replies
