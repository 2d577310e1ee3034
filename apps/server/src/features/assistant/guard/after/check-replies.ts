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

/** A sentence of an agent's reply that must not be sent, and the reason. */
export interface RejectedSentence {
  readonly sentence: string
  readonly why: RejectionReason
}

export interface CheckedReplies {
  /** Replies that may be sent. Rejected sentences are removed; all other text is unchanged. */
  readonly replies: readonly string[]
  readonly refused: readonly RejectedSentence[]
}

/** Fixed reply that replaces an answer that would reveal secrets (prompt, instructions, tool names). */
export const SECRET_DEFLECTION =
  'Isso eu não consigo te passar por aqui. Posso te ajudar com mais alguma coisa sobre o seu atendimento?'

const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })
/** Matches an abbreviation at the end of a text. The point after it does not end the sentence. */
const ABBREVIATION_END =
  /(?:^|\s)(?:dr|dra|sr|sra|srta|prof|av|r|al|tv|n|nº|no|tel|aprox|min|max|máx|mín|ex|obs|art|pág|res|ed|apt|apto|bl)\.\s$/i

/** Splits a reply into sentences. Joining the sentences gives the unchanged reply. */
const splitSentences = (reply: string): string[] => {
  const said: string[] = []
  for (const { segment } of SENTENCES.segment(reply)) {
    const last = said.at(-1)
    if (last !== undefined && ABBREVIATION_END.test(last.slice(-8))) said[said.length - 1] = last + segment
    else said.push(segment)
  }
  return said
}

const HAS_WORD_CHARACTER = /[\p{L}\p{N}]/u
/** Matches the numbers of public help lines. A sentence that contains one may say that the call is free and available day and night. */
const HELP_LINES = /\bcvv\b|\b(?:o|no|ligue|disque) (?:para o )?(?:100|180|188|190|192|193)\b/
const OPENING_HOURS_WORDS =
  /\b(?:atend\w+|funcion\w+|abert[oa]s?|abr\w+|fech\w+|horarios?|expediente|equipe (?:\w+ ){0,2}(?:volta|retorna|responde|esta)|das \d+h? (?:aas|as) \d)/
/** Matches words that state a time as agreed or as a deadline. A question with such a word is more than a proposal of a time. */
const COMMITMENT_WORDS = /\b(?:marcad|agendad|reservad|confirmad|combinad|garant|entreg|pront|venc|vale|valid|praz|pag|ate )/

const isTermSupported = (claim: Claim, plain: string, known: ParsedGrounding): boolean => {
  if (HELP_LINES.test(plain) && claim.keys.includes('min:1440')) return true
  const offers = isQuestionSentence(plain) && !COMMITMENT_WORDS.test(plain)
  return (offers || OPENING_HOURS_WORDS.test(plain)) && known.isOpen(claim)
}

const isClaimSupported = (claim: Claim, plain: string, known: ParsedGrounding): boolean =>
  claim.keys.some((key) => known.has(key)) || (claim.why === 'term' && isTermSupported(claim, plain, known))

const hasUnsupportedGiveaway = (plain: string, known: () => ParsedGrounding): boolean => {
  const given = GIVEAWAY_PATTERNS.filter(([, words]) => words.test(plain))
  if (given.length === 0 || DEFERRAL_PATTERN.test(plain) || HELP_LINES.test(plain)) return false
  return given.some(([name]) => !known().giveaways.has(name))
}

const hasForbiddenPromise = (plain: string, known: () => ParsedGrounding): boolean => {
  const dose = DOSE_PATTERN.exec(plain)?.[0]
  const isDose = dose !== undefined && !known().ours.includes(dose)
  return (
    isDose || PROMISE_PATTERNS.some((words) => words.test(plain)) || (!isQuestionSentence(plain) && DIAGNOSIS_PATTERN.test(plain))
  )
}

/** Compiles patterns for names that contain a number ('Loja 60'), because the number in a name is not a claim. */
const compileNamePatterns = (names: readonly string[]): RegExp[] =>
  names
    .map((name) => normalizeForClaims(name).trim())
    .filter((name) => /\d/.test(name))
    .map((name) => new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(name)}(?![\\p{L}\\d])`, 'gu'))

/** A sentence of a reply with its normalized text and the checkable claims in it, for example amounts and dates. */
interface ParsedSentence {
  readonly sentence: string
  readonly plain: string
  readonly claims: readonly Claim[]
}

const parseSentences = (
  sentences: readonly string[],
  names: readonly RegExp[],
  reading: ClaimContext,
): Map<string, ParsedSentence> => {
  const saying = [...new Set(sentences)].filter((sentence) => HAS_WORD_CHARACTER.test(sentence))
  const plain = normalizeAllForClaims(saying).map((words) =>
    names.reduce((said, name) => said.replace(name, 'nos'), words).trim(),
  )
  const claims = extractClaims(plain, reading)
  return new Map(saying.map((sentence, at) => [sentence, { sentence, plain: plain[at] ?? '', claims: claims[at] ?? [] }]))
}

/**
 * Returns the reason why a sentence must not be sent, or null if it may be sent. `known`: parses the texts that may support claims; it runs
 * only if the sentence contains something to check.
 */
const getRejectionReason = (
  { sentence, plain, claims }: ParsedSentence,
  known: () => ParsedGrounding,
): RejectionReason | null => {
  if (extractHosts(sentence).some((host) => !known().hosts.has(host))) return 'link'
  if (extractStreets(sentence).some((street) => !known().says(street))) return 'link'
  if (HUMAN_CLAIM_PATTERNS.some((words) => words.test(plain))) return 'self'
  if (hasForbiddenPromise(plain, known)) return 'promise'
  const unfounded = claims.find((claim) => !isClaimSupported(claim, plain, known()))
  return unfounded?.why ?? (hasUnsupportedGiveaway(plain, known) ? 'discount' : null)
}

/**
 * Removes sentences that must not reach the lead (docs/sale/2-agents.md, section 2): claims that no text of `ground` supports, promises,
 * claims to be human, and phrases that the team forbids. If the replies reveal a secret, replaces all of them with a fixed reply. A pure
 * function.
 */
export function checkReplies(replies: readonly string[], ground: Grounding): CheckedReplies {
  if (revealsSecret(replies.join('\n\n'), ground.secrets))
    return { replies: [SECRET_DEFLECTION], refused: [{ sentence: replies.join('\n\n'), why: 'secret' }] }
  const known = memoize(() => parseGrounding(ground))
  const reading = { today: toCivilDay(ground.now, ground.timeZone), isSource: false }
  const said = replies.map(splitSentences)
  const readings = parseSentences(said.flat(), compileNamePatterns(ground.names), reading)
  const neverIn = createPhraseFinder(ground.never ?? [])
  const whyNot = (read: ParsedSentence): RejectionReason | null =>
    getRejectionReason(read, known) ?? (ground.saysYesToUnknown?.(read.sentence) ? 'unknown' : null)
  const refused: RejectedSentence[] = []
  const left = replies.map((reply, at) => {
    const sentences = said[at] ?? []
    const never = neverIn(sentences)
    const kept = sentences.filter((sentence) => {
      const read = readings.get(sentence)
      const why = never.has(sentence) ? 'never' : read ? whyNot(read) : null
      if (why) refused.push({ sentence: sentence.trim(), why })
      return why === null
    })
    return kept.length === sentences.length ? reply : kept.join('').trim()
  })
  return { replies: left.filter((reply) => HAS_WORD_CHARACTER.test(reply) || replies.includes(reply)), refused }
}
