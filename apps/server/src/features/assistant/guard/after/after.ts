import type { Claim, Reading, Why } from './claim.ts'
import { civilDayAt, claimsIn } from './claims.ts'
import { type Ground, type Known, once, readGround } from './ground.ts'
import { hostsIn, streetsIn } from './links.ts'
import { sayingAny } from './never.ts'
import { allPlain, toPlain } from './plain.ts'
import { asks, DEFERS, DIAGNOSIS, DOSE, GIVEAWAYS, PROMISES, SELF } from './sayings.ts'
import { leaks } from './secrets.ts'

/** A sentence that may not leave. */
export interface Refusal {
  readonly sentence: string
  readonly why: Why
}

export interface Guarded {
  /** What may leave, in the words in which it was written. */
  readonly replies: readonly string[]
  readonly refused: readonly Refusal[]
}

/** Said in the place of words that are not for leads. */
export const DEFLECTION = 'Isso eu não consigo te passar por aqui. Posso te ajudar com mais alguma coisa sobre o seu atendimento?'

const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })
/** A point after these ends no sentence. */
const ABBREVIATED =
  /(?:^|\s)(?:dr|dra|sr|sra|srta|prof|av|r|al|tv|n|nº|no|tel|aprox|min|max|máx|mín|ex|obs|art|pág|res|ed|apt|apto|bl)\.\s$/i

/** The sentences of a reply; joined they are the reply again. */
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
/** The lines of help are free of charge by day and by night, and may say so. */
const OF_HELP = /\bcvv\b|\b(?:o|no|ligue|disque) (?:para o )?(?:100|180|188|190|192|193)\b/
const OF_HOURS =
  /\b(?:atend\w+|funcion\w+|abert[oa]s?|abr\w+|fech\w+|horarios?|expediente|equipe (?:\w+ ){0,2}(?:volta|retorna|responde|esta)|das \d+h? (?:aas|as) \d)/
/** A question that holds a time for settled, or for a limit, offers none. */
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

/** Where a name stands that has a figure in it; others state nothing by themselves. */
const figuresIn = (names: readonly string[]): RegExp[] =>
  names
    .map((name) => toPlain(name).trim())
    .filter((name) => /\d/.test(name))
    .map((name) => new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(name)}(?![\\p{L}\\d])`, 'gu'))

/** A sentence that says something, as it is read, with what it claims. */
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

/** Why a sentence may not leave; null where nothing is wrong with it. The ground is read where something is claimed. */
const faultOf = ({ sentence, plain, claims }: Read, known: () => Known): Why | null => {
  if (hostsIn(sentence).some((host) => !known().hosts.has(host))) return 'link'
  if (streetsIn(sentence).some((street) => !known().says(street))) return 'link'
  if (SELF.some((words) => words.test(plain))) return 'self'
  if (promises(plain, known)) return 'promise'
  const unfounded = claims.find((claim) => !stands(claim, plain, known()))
  return unfounded?.why ?? (givesAway(plain, known) ? 'discount' : null)
}

/**
 * What of an agent's replies may reach the lead, sentence by sentence (docs/sale/2-agents.md, section 2): nothing that its ground does not
 * give, no promise, no secret, no person played, nothing that its team wants never said. Pure; a sentence that may leave leaves as it was written.
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
