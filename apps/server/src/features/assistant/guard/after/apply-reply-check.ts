import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'
import { truncateText } from '../../../../platform/text/truncate-text.ts'
import type { TurnDraft } from '../../turn-input.ts'
import { sanitizeQuote } from '../../understanding/text/normalize-text.ts'
import type { CheckedReplies } from './check-replies.ts'

const CONFIRM_WITH_TEAM_REPLY = 'Essa informação eu prefiro confirmar com a equipe antes de te passar.'

/**
 * Replaces the draft's replies with those that passed the check. If none is left, sends a fixed sentence and quotes the first rejected one
 * to the team.
 */
export function applyReplyCheck<D extends TurnDraft>(draft: D, { replies, rejectedSentences }: CheckedReplies): D {
  const [firstRejected] = rejectedSentences
  if (!firstRejected) return draft
  const heldBack = [...new Set(rejectedSentences.map(({ reason }) => reason))]
  if (replies.length > 0) return { ...draft, replies, heldBack }
  const reasons = [
    draft.attention?.reason,
    `${firstRejected.reason === 'never' ? 'Ia dizer o que não deve' : 'Ia dizer sem fonte'}: “${sanitizeQuote(firstRejected.sentence)}”`,
  ]
  const reason = reasons.filter((each) => each !== undefined).join(' · ')
  return {
    ...draft,
    heldBack,
    replies: [CONFIRM_WITH_TEAM_REPLY],
    attention: { reason: truncateText(reason, ATTENTION_REASON_MAX_CHARS) },
    // Cancels the meeting change: the lead would not be informed of it.
    meeting: undefined,
  }
}
