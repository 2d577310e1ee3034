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
const getFirstSentence = (text: string): string => text.slice(0, text.indexOf('.') + 1)

/**
 * Returns apologies for voice messages without a transcript, one per type. Omits their questions while the lead waits for a user
 * (GUARD-15).
 */
export const getUntranscribedReplies = (messages: readonly LeadMessage[], isWaitingForUser: boolean): string[] =>
  [...new Set(messages.map(({ type }) => type))]
    .flatMap((type) => UNTRANSCRIBED_AUDIO_TEXTS[type] ?? [])
    .map((text) => (isWaitingForUser ? getFirstSentence(text) : text))

/** Answers messages that are all voice messages without a transcript (HEAR-03). Returns null for any other messages. */
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

/** Removes the question from apologies for voice messages without a transcript, while the lead waits for a user. */
export const removeUntranscribedQuestions = (replies: readonly string[], { isWaitingForUser }: GuardResult): readonly string[] =>
  isWaitingForUser
    ? replies.map((reply) =>
        Object.values(UNTRANSCRIBED_AUDIO_TEXTS).reduce<string>(
          (remainingText, text = '') => remainingText.replace(text, getFirstSentence(text)),
          reply,
        ),
      )
    : replies
