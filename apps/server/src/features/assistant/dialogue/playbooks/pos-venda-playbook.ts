import type { ParsedLine } from '../../understanding/parse-messages.ts'
import { compilePatterns, findMatchingName, isNegated, matchAffirmed } from '../../understanding/patterns.ts'
import { cleanUpText } from '../../understanding/text/normalize-text.ts'
import { extractTiming, stripGreeting } from '../../understanding/values/business-facts.ts'
import { extractBuildingUnit, stripBuildingUnit } from '../../understanding/values/contact-data.ts'
import {
  formatAppointmentDate,
  getAppointmentDate,
  getPreviousDate,
  isMovingExternalAppointment,
} from '../appointments/appointment-state.ts'
import { type DialogueContext, fillKnownPhrases, fillPhrase, getFact } from '../dialogue-context.ts'
import PATTERNS from '../patterns/subjects.json' with { type: 'json' }
import POS_VENDA from '../phrases/pos-venda.json' with { type: 'json' }
import { nameTopic, phoneTopic } from '../topics/contact-topics.ts'
import { anotherDayTopic, dayTopic, hourTopic } from '../topics/date-topics.ts'
import { detectDontKnow, detectDontKnowOrNo, extractOpenAnswer, extractOptionalAnswer, findFirstValue } from '../topics/topic.ts'
import { buildConclusion, createPlaybook, type Playbook } from './playbook.ts'

/** Patterns of the subjects of customers' messages, most serious subject first. */
const SUBJECT_MATCHERS = compilePatterns(PATTERNS)

/** Matches words for a problem. They may be negated: 'sem problemas'. */
const TROUBLE = /\b(problema\w*|defeito\w*|dor|reclam\w+|erro|atraso\w*)\b/
const DENIED_TROUBLE = new RegExp(`\\b(nao|nem|sem|nenhum|nunca)\\b.{0,25}${TROUBLE.source}`, 'g')

/** Removes a word that only introduces the sentence and is no praise: 'Bom' in 'Bom, é o seguinte'. */
const stripIntroductoryWord = (folded: string): string => folded.replace(/^(bom|bem|boa|otimo) ?, ?(?=\p{L}+ \p{L}+)/u, '')

/** Returns the subject of a normalized sentence, or null. Negated praise counts as a problem; a negated problem does not. */
const detectSubject = (folded: string): string | null => {
  const found = findMatchingName(folded, SUBJECT_MATCHERS)
  if (found === 'satisfação') return matchAffirmed(folded, SUBJECT_MATCHERS.satisfação) === null ? 'problema' : found
  const isDenied =
    found === 'problema' && isNegated(folded, TROUBLE) && !/\b(nao|nem) (consig\w+|funciona|liga|abre)/.test(folded)
  return isDenied ? findMatchingName(folded.replace(DENIED_TROUBLE, ' '), SUBJECT_MATCHERS) : found
}

const getLineSubject = (line: ParsedLine, answering: boolean): string | null => {
  const praises = /\b(gost\w+|ador\w+|amei|otim[oa]|excelente|recomendo|satisfeit[oa])\b/.test(line.folded)
  const isPolite = line.isQuestion || (line.intents.has('greeting') && !praises) || (!answering && line.folded.length < 12)
  const found = detectSubject(stripIntroductoryWord(line.folded))
  const fallback = line.matters.length > 0 ? 'dúvida' : null
  return found === 'satisfação' && isPolite ? fallback : (found ?? fallback)
}

const getAppointmentSubject = ({ intents }: ParsedLine): string | null => {
  if (intents.has('reschedule')) return 'remarcação'
  return intents.has('meeting') ? 'agendamento' : null
}
const APPOINTMENT_SUBJECTS: readonly string[] = ['remarcação', 'agendamento']
/** Returns true if the subject is an appointment with the team (booking or rescheduling). */
const isAppointmentSubject = (subject: string | null): boolean => subject !== null && APPOINTMENT_SUBJECTS.includes(subject)

/**
 * Returns the most serious subject of the sentences, or null: 'adorei o atendimento, mas quebrou' is a problem. `answering`: whether the
 * agent asked for the subject.
 */
const findMostSeriousSubject = (lines: readonly ParsedLine[], answering: boolean): string | null => {
  const found = lines.map(
    (line) =>
      getLineSubject(line, answering) ??
      (line.intents.has('angry') || line.intents.has('leak') ? 'problema' : getAppointmentSubject(line)),
  )
  return [...Object.keys(SUBJECT_MATCHERS), ...APPOINTMENT_SUBJECTS].find((name) => found.includes(name)) ?? null
}

const hasSubject =
  (...subjects: readonly string[]) =>
  (talk: DialogueContext) =>
    subjects.includes(getFact(talk, 'subject') ?? '')
const isProblem = hasSubject('problema')
const needsCare = hasSubject('problema', 'cancelamento')
const isHappy = hasSubject('satisfação')
const isTeamRequest = hasSubject('dúvida', 'nova compra', 'agendamento', 'remarcação', 'outro assunto')

/** Returns true if the lead has reported a water leak. A leak is urgent, so the agent asks only for the place and the contact. */
const isLeak = (talk: DialogueContext) => getFact(talk, 'leak') !== null
const needsDetails = (talk: DialogueContext) => needsCare(talk) && !isLeak(talk)

/** Returns true if an appointment exists or is being moved. When the lead mentions it, that is not a new subject. */
const hasAppointment = (talk: DialogueContext) =>
  getAppointmentDate(talk).day !== undefined || isMovingExternalAppointment(talk) || getPreviousDate(talk) !== null

/** Returns true if the lead only asks for something and reports no problem. */
const isOnlyRequest = ({ understood }: DialogueContext): boolean => findMostSeriousSubject(understood.lines, false) === 'dúvida'

const countWords = ({ folded }: ParsedLine): number => folded.split(' ').length
const formatNotes = (lines: readonly ParsedLine[]): string | null =>
  lines.length > 0 ? cleanUpText(stripGreeting(lines.map(({ raw }) => raw).join(' '))) : null

const ORDER_NAMED =
  /\b(?:pedido|contrato|protocolo|os|nf|nota) ?(?:(?:n[o.º°]{0,2}|numero|e|:|#) ?){0,3}([a-z]{0,4}-?\d[\d./-]{1,19})/
const ORDER_BARE = /\b([a-z]{0,4}-?\d[\d./-]{1,19})\b/
const extractOrderNumber = (lines: readonly ParsedLine[], pattern: RegExp): string | null =>
  findFirstValue(lines, ({ folded }) => pattern.exec(stripBuildingUnit(folded))?.[1]?.toUpperCase() ?? null)

const SINCE =
  /\b(desde (?:o |a |que )?[\p{L}\d/ -]{2,40}|faz (?:uns |umas |mais de |quase )?[\p{L}\d]+ (?:dias?|semanas?|mes|meses|anos?|horas)|ha (?:uns |umas |mais de )?[\p{L}\d]+ (?:dias?|semanas?|mes|meses|anos?|horas)|ontem|anteontem|semana passada|mes passado)\b/u
/**
 * Returns the time since which a problem has existed, with accents restored: 'há três dias' for 'ha tres dias'. Returns null if the
 * sentence names none.
 */
const extractSince = ({ folded }: ParsedLine): string | null =>
  cleanUpText(SINCE.exec(folded)?.[1]?.replace(/^(faz|ha)\b/, 'há') ?? '') || null

const getScoreTone = (score: string | null): string => {
  const grade = Number(score)
  if (grade >= 9) return 'delighted'
  return grade >= 7 ? 'content' : 'unhappy'
}

/** Returns a phrase about the subject of the conversation for the team, or null if the subject is unknown. */
const formatSubject = (talk: DialogueContext): string | null => {
  const { subject, details, score } = talk.memory.facts
  if (!subject) return null
  if (!isHappy(talk)) return fillPhrase(POS_VENDA.about, { subject, details })
  return score && getScoreTone(score) === 'unhappy' ? POS_VENDA['about ressalvas'] : POS_VENDA['about satisfação']
}

const { ends } = POS_VENDA

/**
 * Playbook of the after-sales agent: asks what the customer wants, hands problems over to a user of the team, and asks satisfied customers
 * for a score.
 */
export const posVendaPlaybook: Playbook = createPlaybook(POS_VENDA, {
  topics: {
    another: anotherDayTopic,
    name: nameTopic,
    subject: {
      read: ({ lines, answering }, talk) => {
        if (lines.some(({ intents }) => intents.has('leak'))) talk.memory.facts.leak = 'sim'
        const found = findMostSeriousSubject(lines, answering)
        if (isAppointmentSubject(found) && hasAppointment(talk)) return null
        const known = getFact(talk, 'subject')
        return known === null || known === 'outro assunto' || found === 'cancelamento' ? found : null
      },
      answer: ({ lines }, talk) => (getFact(talk, 'subject') === null && extractOpenAnswer(lines) ? 'outro assunto' : null),
    },
    details: {
      takesRest: stripGreeting,
      applies: (talk) => needsDetails(talk) || isTeamRequest(talk),
      asks: (talk) => [getFact(talk, 'subject') ?? ''],
      read: ({ lines, answering }, talk) =>
        answering || isHappy(talk)
          ? null
          : formatNotes(lines.filter((line) => countWords(line) >= 4 && getLineSubject(line, true) !== null)),
      answer: (burst) => {
        const asked = burst.lines.find((line) => line.isQuestion && line.intents.size === 0 && countWords(line) >= 3)
        return extractOpenAnswer(burst.lines) ?? detectDontKnowOrNo(burst) ?? (asked ? formatNotes([asked]) : null)
      },
    },
    /**
     * Topic for the apartment, block or house, which is not an order number. The agent asks for it only after a water leak, because a
     * technician must go there at once.
     */
    unit: {
      applies: isLeak,
      read: ({ lines }) => findFirstValue(lines, ({ folded }) => extractBuildingUnit(folded)),
      answer: extractOptionalAnswer,
    },
    order: {
      applies: (talk) => needsDetails(talk) && getFact(talk, 'unit') === null,
      read: ({ lines }) => extractOrderNumber(lines, ORDER_NAMED),
      answer: (burst) => extractOrderNumber(burst.lines, ORDER_BARE) ?? detectDontKnowOrNo(burst),
    },
    since: {
      applies: (talk) => isProblem(talk) && !isLeak(talk),
      read: ({ lines }, talk) => (isProblem(talk) ? findFirstValue(lines, extractSince) : null),
      answer: ({ lines }) => findFirstValue(lines, ({ folded }) => extractTiming(folded)) ?? extractOptionalAnswer({ lines }),
    },
    score: {
      applies: isHappy,
      tone: getScoreTone,
      read: ({ lines }) => findFirstValue(lines, ({ folded }) => /\bnota (10|\d)\b/.exec(folded)?.[1] ?? null),
      answer: (burst) => {
        const number = findFirstValue(burst.lines, ({ folded }) => /\b(10|\d)\b(?! ?(?:h|dias|horas))/.exec(folded)?.[1] ?? null)
        return number ?? (/\b(dez|mil|maxima)\b/.test(burst.said) ? '10' : detectDontKnow(burst))
      },
    },
    liked: {
      applies: (talk) => isHappy(talk) && getFact(talk, 'score') !== null,
      asks: (talk) => [getScoreTone(getFact(talk, 'score'))],
      answer: extractOptionalAnswer,
    },
    day: dayTopic(needsDetails),
    hour: hourTopic(needsDetails),
    phone: phoneTopic((talk) => needsCare(talk) || isTeamRequest(talk)),
  },
  besides: (talk) => getFact(talk, 'subject') !== null || isOnlyRequest(talk),
  conclude: (talk) => {
    if (isHappy(talk)) return buildConclusion(talk, ends.happy, 'fechamento')
    if (isLeak(talk)) return buildConclusion(talk, ends.leak, 'agendamento')
    return needsCare(talk) ? buildConclusion(talk, ends.callBack, 'agendamento') : buildConclusion(talk, ends.asked, 'pitch')
  },
  summary: (talk) => {
    const { facts } = talk.memory
    const particulars = fillKnownPhrases(POS_VENDA.particulars, facts).join('; ')
    const callBack = isLeak(talk) ? null : formatAppointmentDate(talk)
    return fillKnownPhrases(POS_VENDA.summary, { ...facts, about: formatSubject(talk), particulars, callBack })
  },
})
