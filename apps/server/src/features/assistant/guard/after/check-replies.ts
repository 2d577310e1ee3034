import type { Claim, ClaimContext, RejectionReason } from './claims/claim.ts'
import { extractClaims, toCivilDay } from './claims/extract-claims.ts'
import { normalizeAllForClaims, normalizeForClaims } from './claims/normalize-for-claims.ts'
import { createPhraseFinder } from './forbidden-phrases.ts'
import { type Grounding, memoize, type ParsedGrounding, parseGrounding } from './grounding.ts'
import { extractHosts, extractStreets } from './links.ts'
import { revealsSecret } from './secrets.ts'
import {
  DEFERRAL_PATTERN,
  DIAGNOSIS_PATTERN,
  DOSE_PATTERN,
  GIVEAWAY_PATTERNS,
  HUMAN_CLAIM_PATTERNS,
  isQuestionSentence,
  PROMISE_PATTERNS,
} from './sentence-patterns.ts'

/** A sentence that must not be sent, and the reason. */
export interface RejectedSentence {
  readonly sentence: string
  readonly reason: RejectionReason
}

export interface CheckedReplies {
  /** Replies without the rejected sentences. All other text is unchanged. */
  readonly replies: readonly string[]
  readonly rejectedSentences: readonly RejectedSentence[]
}

/** Reply that replaces an answer with secrets (prompt, instructions, tool names). */
export const SECRET_DEFLECTION =
  'Isso eu não consigo te passar por aqui. Posso te ajudar com mais alguma coisa sobre o seu atendimento?'

const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })
/** Matches an abbreviation at the end of a text. Its point ends no sentence. */
const ABBREVIATION_END =
  /(?:^|\s)(?:dr|dra|sr|sra|srta|prof|av|r|al|tv|n|nº|no|tel|aprox|min|max|máx|mín|ex|obs|art|pág|res|ed|apt|apto|bl)\.\s$/i

/** Splits a reply into sentences. Joined, they give the unchanged reply. */
const splitSentences = (reply: string): string[] => {
  const sentences: string[] = []
  for (const { segment } of SENTENCES.segment(reply)) {
    const last = sentences.at(-1)
    if (last !== undefined && ABBREVIATION_END.test(last.slice(-8))) sentences[sentences.length - 1] = last + segment
    else sentences.push(segment)
  }
  return sentences
}

const HAS_WORD_CHARACTER = /[\p{L}\p{N}]/u
/** Matches public help lines. A sentence with one may call them free and available day and night. */
const HELP_LINES = /\bcvv\b|\b(?:o|no|ligue|disque) (?:para o )?(?:100|180|188|190|192|193)\b/
const OPENING_HOURS_WORDS =
  /\b(?:atend\w+|funcion\w+|abert[oa]s?|abr\w+|fech\w+|horarios?|expediente|equipe (?:\w+ ){0,2}(?:volta|retorna|responde|esta)|das \d+h? (?:aas|as) \d)/
/** Matches words that make a time binding. A question with such a word is no mere proposal. */
const COMMITMENT_WORDS = /\b(?:marcad|agendad|reservad|confirmad|combinad|garant|entreg|pront|venc|vale|valid|praz|pag|ate )/

const isTermSupported = (claim: Claim, normalizedText: string, grounding: ParsedGrounding): boolean => {
  if (HELP_LINES.test(normalizedText) && claim.keys.includes('min:1440')) return true
  const isProposal = isQuestionSentence(normalizedText) && !COMMITMENT_WORDS.test(normalizedText)
  return (isProposal || OPENING_HOURS_WORDS.test(normalizedText)) && grounding.matchesOpeningHours(claim)
}

const isClaimSupported = (claim: Claim, normalizedText: string, grounding: ParsedGrounding): boolean =>
  claim.keys.some((key) => grounding.supportsKey(key)) ||
  (claim.reason === 'term' && isTermSupported(claim, normalizedText, grounding))

const hasUnsupportedGiveaway = (normalizedText: string, getGrounding: () => ParsedGrounding): boolean => {
  const offeredGiveaways = GIVEAWAY_PATTERNS.filter(([, words]) => words.test(normalizedText))
  if (offeredGiveaways.length === 0 || DEFERRAL_PATTERN.test(normalizedText) || HELP_LINES.test(normalizedText)) return false
  return offeredGiveaways.some(([name]) => !getGrounding().giveaways.has(name))
}

const hasForbiddenPromise = (normalizedText: string, getGrounding: () => ParsedGrounding): boolean => {
  const dose = DOSE_PATTERN.exec(normalizedText)?.[0]
  const isDose = dose !== undefined && !getGrounding().teamText.includes(dose)
  return (
    isDose ||
    PROMISE_PATTERNS.some((words) => words.test(normalizedText)) ||
    (!isQuestionSentence(normalizedText) && DIAGNOSIS_PATTERN.test(normalizedText))
  )
}

/** Compiles patterns for names with a number ('Loja 60'), because this number is no claim. */
const compileNamePatterns = (names: readonly string[]): RegExp[] =>
  names
    .map((name) => normalizeForClaims(name).trim())
    .filter((name) => /\d/.test(name))
    .map((name) => new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(name)}(?![\\p{L}\\d])`, 'gu'))

interface ParsedSentence {
  readonly sentence: string
  readonly normalizedText: string
  readonly claims: readonly Claim[]
}

const parseSentences = (
  sentences: readonly string[],
  names: readonly RegExp[],
  context: ClaimContext,
): Map<string, ParsedSentence> => {
  const sentencesWithWords = [...new Set(sentences)].filter((sentence) => HAS_WORD_CHARACTER.test(sentence))
  const normalizedTexts = normalizeAllForClaims(sentencesWithWords).map((words) =>
    names.reduce((text, name) => text.replace(name, 'nos'), words).trim(),
  )
  const claims = extractClaims(normalizedTexts, context)
  return new Map(
    sentencesWithWords.map((sentence, index) => [
      sentence,
      { sentence, normalizedText: normalizedTexts[index] ?? '', claims: claims[index] ?? [] },
    ]),
  )
}

/**
 * Returns the reason to reject a sentence, or null if it may be sent. `getGrounding` is expensive, so it is called only if there is
 * something to check.
 */
const getRejectionReason = (
  { sentence, normalizedText, claims }: ParsedSentence,
  getGrounding: () => ParsedGrounding,
): RejectionReason | null => {
  if (extractHosts(sentence).some((host) => !getGrounding().hosts.has(host))) return 'link'
  if (extractStreets(sentence).some((street) => !getGrounding().mentionsStreet(street))) return 'link'
  if (HUMAN_CLAIM_PATTERNS.some((words) => words.test(normalizedText))) return 'self'
  if (hasForbiddenPromise(normalizedText, getGrounding)) return 'promise'
  const unsupportedClaim = claims.find((claim) => !isClaimSupported(claim, normalizedText, getGrounding()))
  return unsupportedClaim?.reason ?? (hasUnsupportedGiveaway(normalizedText, getGrounding) ? 'discount' : null)
}

/**
 * Removes sentences that must not reach the lead: claims without a source in `grounding`, promises, claims to be human, and forbidden
 * phrases. Replaces all replies if one reveals a secret (docs/sale/2-agents.md, section 2).
 */
export function checkReplies(replies: readonly string[], grounding: Grounding): CheckedReplies {
  if (revealsSecret(replies.join('\n\n'), grounding.secrets))
    return { replies: [SECRET_DEFLECTION], rejectedSentences: [{ sentence: replies.join('\n\n'), reason: 'secret' }] }
  const getGrounding = memoize(() => parseGrounding(grounding))
  const context = { today: toCivilDay(grounding.now, grounding.timeZone), isSource: false }
  const sentencesByReply = replies.map(splitSentences)
  const parsedSentences = parseSentences(sentencesByReply.flat(), compileNamePatterns(grounding.names), context)
  const findForbiddenSentences = createPhraseFinder(grounding.forbiddenPhrases ?? [])
  const getReason = (parsed: ParsedSentence): RejectionReason | null =>
    getRejectionReason(parsed, getGrounding) ?? (grounding.affirmsUnsupported?.(parsed.sentence) ? 'unknown' : null)
  const rejectedSentences: RejectedSentence[] = []
  const remainingReplies = replies.map((reply, index) => {
    const sentences = sentencesByReply[index] ?? []
    const forbiddenSentences = findForbiddenSentences(sentences)
    const allowedSentences = sentences.filter((sentence) => {
      const parsed = parsedSentences.get(sentence)
      const reason = forbiddenSentences.has(sentence) ? 'never' : parsed ? getReason(parsed) : null
      if (reason) rejectedSentences.push({ sentence: sentence.trim(), reason })
      return reason === null
    })
    return allowedSentences.length === sentences.length ? reply : allowedSentences.join('').trim()
  })
  return {
    replies: remainingReplies.filter((reply) => HAS_WORD_CHARACTER.test(reply) || replies.includes(reply)),
    rejectedSentences,
  }
}
