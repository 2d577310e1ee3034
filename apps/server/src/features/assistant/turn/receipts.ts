import type { Draft, LeadMessage } from '../decision.ts'
import ANY from '../dialogue/phrases/any.json' with { type: 'json' }
import TEAM from '../dialogue/phrases/team.json' with { type: 'json' }
import { reasonOf } from '../guard/log.ts'
import type { Verdict } from '../guard/verdict.ts'
import { POLITE } from '../understanding/intents.ts'
import { isReceipt, saysMore, speaksOfPaying } from '../understanding/receipts.ts'
import { understand } from '../understanding/understand.ts'

const RECEIVED = ANY.receipt[0] ?? ''
const FILES: ReadonlySet<string> = new Set(['image', 'document'])
const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })

const sentencesOf = (text: string): string[] => [...SENTENCES.segment(text)].map(({ segment }) => segment)
const tellsOnly = (sentence: string): boolean => speaksOfPaying(sentence) && !saysMore(sentence)
const isText = ({ type }: LeadMessage): boolean => type === 'text' || type === 'template'

/** What is left of a text without what it says of the payment. */
const withoutPaying = (message: LeadMessage): LeadMessage[] => {
  if (!isText(message)) return [message]
  const content = sentencesOf(message.content)
    .filter((sentence) => !tellsOnly(sentence))
    .join('')
  return content.trim() === '' ? [] : [{ ...message, content }]
}

const isOnlyPolite = (messages: readonly LeadMessage[]): boolean => {
  const { lines, media } = understand(messages)
  return media.length === 0 && lines.every(({ intents, isQuestion }) => !isQuestion && [...intents].some((it) => POLITE.has(it)))
}

/**
 * A burst without the receipts in it, and without the words that only go with them; null: there is none. A file is a receipt by what it is
 * called, says or shows, or by what the lead says beside it (SEE-04).
 */
export function withoutReceipts(messages: readonly LeadMessage[]): LeadMessage[] | null {
  const isTold = messages.some((message) => isText(message) && speaksOfPaying(message.content))
  const isOne = ({ type, content, about = '' }: LeadMessage): boolean =>
    FILES.has(type) && (isTold || speaksOfPaying(content) || isReceipt(about))
  if (!messages.some(isOne)) return null
  const rest = messages.filter((message) => !isOne(message)).flatMap(withoutPaying)
  return isOnlyPolite(rest) ? [] : rest
}

/** Of whom a receipt was had nothing is said of the payment but that the team looks. */
const withoutPayment = (reply: string): string =>
  sentencesOf(reply)
    .filter((sentence) => !/pag|pix|comprovante|recib|transfer|dep[oó]sit|compensa|quitad|confirmad/i.test(sentence))
    .join('')
    .trim()

/** What is said and noted of a receipt, before all else; whom the guard answers alone hears the guard alone. */
export function withReceipt(draft: Draft, verdict: Verdict | null): Draft {
  const isAlone = verdict?.kind === 'answers'
  const reasons = [TEAM.reasons.receipt, draft.attention?.reason]
  const told = (isAlone ? reasons.toReversed() : reasons).filter((reason) => reason !== undefined)
  return {
    ...draft,
    replies: isAlone ? draft.replies : [RECEIVED, ...draft.replies.map(withoutPayment).filter((reply) => reply !== '')],
    attention: { reason: reasonOf(told.join(' · ')) },
  }
}
