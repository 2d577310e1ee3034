import ANY from '../../dialogue/phrases/any.json' with { type: 'json' }
import TEAM from '../../dialogue/phrases/team.json' with { type: 'json' }
import { truncateReason } from '../../guard/guard-log.ts'
import type { GuardVerdict } from '../../guard/verdict.ts'
import type { LeadMessage, TurnDraft } from '../../turn-input.ts'
import { POLITE_INTENTS } from '../../understanding/intents/intents.ts'
import { parseMessages } from '../../understanding/parse-messages.ts'
import { hasQuestionOrComplaint, isPaymentReceipt, mentionsPayment } from '../../understanding/values/receipt-detection.ts'

const RECEIPT_REPLY = ANY.receipt[0] ?? ''
const RECEIPT_FILE_TYPES: ReadonlySet<string> = new Set(['image', 'document'])
const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })

const splitSentences = (text: string): string[] => [...SENTENCES.segment(text)].map(({ segment }) => segment)
const isOnlyAboutPayment = (sentence: string): boolean => mentionsPayment(sentence) && !hasQuestionOrComplaint(sentence)
const isText = ({ type }: LeadMessage): boolean => type === 'text' || type === 'template'

/** Removes sentences that only mention a payment. Returns an empty list if no text is left. */
const stripPaymentSentences = (message: LeadMessage): LeadMessage[] => {
  if (!isText(message)) return [message]
  const content = splitSentences(message.content)
    .filter((sentence) => !isOnlyAboutPayment(sentence))
    .join('')
  return content.trim() === '' ? [] : [{ ...message, content }]
}

const isOnlyPolite = (messages: readonly LeadMessage[]): boolean => {
  const { lines, mediaTypes } = parseMessages(messages)
  return (
    mediaTypes.length === 0 &&
    lines.every(({ intents, isQuestion }) => !isQuestion && [...intents].some((intent) => POLITE_INTENTS.has(intent)))
  )
}

/**
 * Removes payment receipts and sentences about them. Returns null if there is no receipt. Its name, content or accompanying text marks a
 * file as a receipt (SEE-04).
 */
export function removeReceipts(messages: readonly LeadMessage[]): LeadMessage[] | null {
  const isPaymentMentioned = messages.some((message) => isText(message) && mentionsPayment(message.content))
  const isReceipt = ({ type, content, fileText = '' }: LeadMessage): boolean =>
    RECEIPT_FILE_TYPES.has(type) && (isPaymentMentioned || mentionsPayment(content) || isPaymentReceipt(fileText))
  if (!messages.some(isReceipt)) return null
  const rest = messages.filter((message) => !isReceipt(message)).flatMap(stripPaymentSentences)
  return isOnlyPolite(rest) ? [] : rest
}

/** Removes sentences about payments from a reply. After a receipt, an agent may only say that the team will check it. */
const stripPaymentClaims = (reply: string): string =>
  splitSentences(reply)
    .filter((sentence) => !/pag|pix|comprovante|recib|transfer|dep[oó]sit|compensa|quitad|confirmad/i.test(sentence))
    .join('')
    .trim()

/**
 * Adds the reply to a receipt and notifies the team. If only the safety guard answers, adds no reply and appends the reason to the guard's.
 */
export function addReceiptReply(draft: TurnDraft, verdict: GuardVerdict | null): TurnDraft {
  const isGuardOnly = verdict?.kind === 'answers'
  const reasons = [TEAM.reasons.receipt, draft.attention?.reason]
  const orderedReasons = (isGuardOnly ? reasons.toReversed() : reasons).filter((reason) => reason !== undefined)
  return {
    ...draft,
    replies: isGuardOnly
      ? draft.replies
      : [RECEIPT_REPLY, ...draft.replies.map(stripPaymentClaims).filter((reply) => reply !== '')],
    attention: { reason: truncateReason(orderedReasons.join(' · ')) },
  }
}
