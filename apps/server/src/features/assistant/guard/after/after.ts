import type { Claim, Reading, Why } from './claim.ts'
import { civilDayAt, claimsIn } from './claims.ts'
import { type Ground, type Known, once, readGround } from './ground.ts'
import { hostsIn, streetsIn } from './links.ts'
import { sayingAny } from './never.ts'
import { allPlain, toPlain } from './plain.ts'
import { asks, DEFERS, DIAGNOSIS, DOSE, GIVEAWAYS, PROMISES, SELF } from './sayings.ts'
import { leaks } from './secrets.ts'

/** A sentence that must not be sent. */
export interface Refusal {
  readonly sentence: string
  readonly why: Why
}

export interface Guarded {
  /** Replies that may be sent, unchanged except for removed sentences. */
  readonly replies: readonly string[]
  readonly refused: readonly Refusal[]
}

/** Reply in place of an answer that would reveal secrets. */
export const DEFLECTION = 'Isso eu não consigo te passar por aqui. Posso te ajudar com mais alguma coisa sobre o seu atendimento?'

const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })
/** Matches an abbreviation, after which a point does not end the sentence. */
const ABBREVIATED =
  /(?:^|\s)(?:dr|dra|sr|sra|srta|prof|av|r|al|tv|n|nº|no|tel|aprox|min|max|máx|mín|ex|obs|art|pág|res|ed|apt|apto|bl)\.\s$/i

/** Splits a reply into sentences. Joined, they give the reply again. */
const sentencesOf = (reply: string): string[] => {
  const said: string[] = []
  for (const { segment } of SENTENCES.segment(reply)) {
    const last = said.at(-1)
    if (last !== undefined && ABBREVIATED.test(last.slice(-8))) said[said.length - 1] = last + segment
    else said.push(segment)
  }
  return said
}

const SAYS = /[\p{L}\p{N}]/u
/** Matches the numbers of help lines. Sentences with one may say that the call is free and available day and night. */
const OF_HELP = /\bcvv\b|\b(?:o|no|ligue|disque) (?:para o )?(?:100|180|188|190|192|193)\b/
const OF_HOURS =
  /\b(?:atend\w+|funcion\w+|abert[oa]s?|abr\w+|fech\w+|horarios?|expediente|equipe (?:\w+ ){0,2}(?:volta|retorna|responde|esta)|das \d+h? (?:aas|as) \d)/
/** Matches words that state a time as agreed or as a deadline. A question with one is not a mere proposal of a time. */
const SETTLED = /\b(?:marcad|agendad|reservad|confirmad|combinad|garant|entreg|pront|venc|vale|valid|praz|pag|ate )/

const termStands = (claim: Claim, plain: string, known: Known): boolean => {
  if (OF_HELP.test(plain) && claim.keys.includes('min:1440')) return true
  const offers = asks(plain) && !SETTLED.test(plain)
  return (offers || OF_HOURS.test(plain)) && known.isOpen(claim)
}

const stands = (claim: Claim, plain: string, known: Known): boolean =>
  claim.keys.some((key) => known.has(key)) || (claim.why === 'term' && termStands(claim, plain, known))

const givesAway = (plain: string, known: () => Known): boolean => {
  const given = GIVEAWAYS.filter(([, words]) => words.test(plain))
  if (given.length === 0 || DEFERS.test(plain) || OF_HELP.test(plain)) return false
  return given.some(([name]) => !known().giveaways.has(name))
}

const promises = (plain: string, known: () => Known): boolean => {
  const dose = DOSE.exec(plain)?.[0]
  const isDose = dose !== undefined && !known().ours.includes(dose)
  return isDose || PROMISES.some((words) => words.test(plain)) || (!asks(plain) && DIAGNOSIS.test(plain))
}

/** Returns patterns for names that contain a figure, because such a figure is not a claim. */
const figuresIn = (names: readonly string[]): RegExp[] =>
  names
    .map((name) => toPlain(name).trim())
    .filter((name) => /\d/.test(name))
    .map((name) => new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(name)}(?![\\p{L}\\d])`, 'gu'))

/** A sentence with its normalized text and its claims. */
interface Read {
  readonly sentence: string
  readonly plain: string
  readonly claims: readonly Claim[]
}

const readAll = (sentences: readonly string[], names: readonly RegExp[], reading: Reading): Map<string, Read> => {
  const saying = [...new Set(sentences)].filter((sentence) => SAYS.test(sentence))
  const plain = allPlain(saying).map((words) => names.reduce((said, name) => said.replace(name, 'nos'), words).trim())
  const claims = claimsIn(plain, reading)
  return new Map(saying.map((sentence, at) => [sentence, { sentence, plain: plain[at] ?? '', claims: claims[at] ?? [] }]))
}

/**
 * Returns why a sentence must not be sent, or null if nothing is wrong with it. Parses the grounding only if the sentence claims something.
 */
const faultOf = ({ sentence, plain, claims }: Read, known: () => Known): Why | null => {
  if (hostsIn(sentence).some((host) => !known().hosts.has(host))) return 'link'
  if (streetsIn(sentence).some((street) => !known().says(street))) return 'link'
  if (SELF.some((words) => words.test(plain))) return 'self'
  if (promises(plain, known)) return 'promise'
  const unfounded = claims.find((claim) => !stands(claim, plain, known()))
  return unfounded?.why ?? (givesAway(plain, known) ? 'discount' : null)
}

/**
 * Removes sentences that must not reach the lead (docs/sale/2-agents.md, section 2): claims without a source, promises, secrets, claims to
 * be human, and phrases that the team forbids. Other sentences stay as they are. A pure function.
 */
export function after(replies: readonly string[], ground: Ground): Guarded {
  if (leaks(replies.join('\n\n'), ground.secrets))
    return { replies: [DEFLECTION], refused: [{ sentence: replies.join('\n\n'), why: 'secret' }] }
  const known = once(() => readGround(ground))
  const reading = { today: civilDayAt(ground.now, ground.timeZone), isSource: false }
  const said = replies.map(sentencesOf)
  const readings = readAll(said.flat(), figuresIn(ground.names), reading)
  const neverIn = sayingAny(ground.never ?? [])
  const whyNot = (read: Read): Why | null => faultOf(read, known) ?? (ground.saysYesToUnknown?.(read.sentence) ? 'unknown' : null)
  const refused: Refusal[] = []
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
  return { replies: left.filter((reply) => SAYS.test(reply) || replies.includes(reply)), refused }
}
