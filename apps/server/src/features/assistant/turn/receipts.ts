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

/** Removes the sentences about the payment from a text. */
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
 * Removes payment receipts and the words that accompany them. Returns null if there is no receipt. A file is a receipt by its name, its
 * content or the text beside it (SEE-04).
 */
export function withoutReceipts(messages: readonly LeadMessage[]): LeadMessage[] | null {
  const isTold = messages.some((message) => isText(message) && speaksOfPaying(message.content))
  const isOne = ({ type, content, about = '' }: LeadMessage): boolean =>
    FILES.has(type) && (isTold || speaksOfPaying(content) || isReceipt(about))
  if (!messages.some(isOne)) return null
  const rest = messages.filter((message) => !isOne(message)).flatMap(withoutPaying)
  return isOnlyPolite(rest) ? [] : rest
}

/** Removes sentences about payments from a reply. After a receipt, the agent may only say that the team checks it. */
const withoutPayment = (reply: string): string =>
  sentencesOf(reply)
    .filter((sentence) => !/pag|pix|comprovante|recib|transfer|dep[oó]sit|compensa|quitad|confirmad/i.test(sentence))
    .join('')
    .trim()

/**
 * Adds the reply and the reason for a receipt to a draft, before all others. If the guard answers alone, adds only the reason, after the
 * guard's.
 */
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
