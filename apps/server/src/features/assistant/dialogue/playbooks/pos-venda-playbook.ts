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

/** Patterns of subjects, most serious first. */
const SUBJECT_MATCHERS = compilePatterns(PATTERNS)

/** Matches words for a problem, also if negated: 'sem problemas'. */
const PROBLEM_WORDS = /\b(problema\w*|defeito\w*|dor|reclam\w+|erro|atraso\w*)\b/
const DENIED_PROBLEM = new RegExp(`\\b(nao|nem|sem|nenhum|nunca)\\b.{0,25}${PROBLEM_WORDS.source}`, 'g')

/** Removes an introductory word that is no praise: 'Bom' in 'Bom, é o seguinte'. */
const stripIntroductoryWord = (normalizedText: string): string =>
  normalizedText.replace(/^(bom|bem|boa|otimo) ?, ?(?=\p{L}+ \p{L}+)/u, '')

/** Returns the subject of a sentence, or null. Negated praise counts as a problem; a negated problem does not. */
const detectSubject = (normalizedText: string): string | null => {
  const subject = findMatchingName(normalizedText, SUBJECT_MATCHERS)
  if (subject === 'satisfação') return matchAffirmed(normalizedText, SUBJECT_MATCHERS.satisfação) === null ? 'problema' : subject
  const isDenied =
    subject === 'problema' &&
    isNegated(normalizedText, PROBLEM_WORDS) &&
    !/\b(nao|nem) (consig\w+|funciona|liga|abre)/.test(normalizedText)
  return isDenied ? findMatchingName(normalizedText.replace(DENIED_PROBLEM, ' '), SUBJECT_MATCHERS) : subject
}

const getLineSubject = (line: ParsedLine, wasAsked: boolean): string | null => {
  const praises = /\b(gost\w+|ador\w+|amei|otim[oa]|excelente|recomendo|satisfeit[oa])\b/.test(line.normalizedText)
  const isPolite = line.isQuestion || (line.intents.has('greeting') && !praises) || (!wasAsked && line.normalizedText.length < 12)
  const subject = detectSubject(stripIntroductoryWord(line.normalizedText))
  const fallback = line.teamMatters.length > 0 ? 'dúvida' : null
  return subject === 'satisfação' && isPolite ? fallback : (subject ?? fallback)
}

const getAppointmentSubject = ({ intents }: ParsedLine): string | null => {
  if (intents.has('reschedule')) return 'remarcação'
  return intents.has('meeting') ? 'agendamento' : null
}
const APPOINTMENT_SUBJECTS: readonly string[] = ['remarcação', 'agendamento']
/** Returns true for subjects about an appointment (booking or rescheduling). */
const isAppointmentSubject = (subject: string | null): boolean => subject !== null && APPOINTMENT_SUBJECTS.includes(subject)

/**
 * Returns the most serious subject, or null: 'adorei o atendimento, mas quebrou' is a problem. `wasAsked`: whether the agent asked for the
 * subject.
 */
const findMostSeriousSubject = (lines: readonly ParsedLine[], wasAsked: boolean): string | null => {
  const lineSubjects = lines.map(
    (line) =>
      getLineSubject(line, wasAsked) ??
      (line.intents.has('angry') || line.intents.has('leak') ? 'problema' : getAppointmentSubject(line)),
  )
  return [...Object.keys(SUBJECT_MATCHERS), ...APPOINTMENT_SUBJECTS].find((name) => lineSubjects.includes(name)) ?? null
}

const hasSubject =
  (...subjects: readonly string[]) =>
  (context: DialogueContext) =>
    subjects.includes(getFact(context, 'subject') ?? '')
const isProblem = hasSubject('problema')
const needsCare = hasSubject('problema', 'cancelamento')
const isHappy = hasSubject('satisfação')
const isTeamRequest = hasSubject('dúvida', 'nova compra', 'agendamento', 'remarcação', 'outro assunto')

/** Returns true after a reported water leak. A leak is urgent, so the agent asks only for place and contact. */
const isLeak = (context: DialogueContext) => getFact(context, 'leak') !== null
const needsDetails = (context: DialogueContext) => needsCare(context) && !isLeak(context)

/** Returns true if an appointment exists or is being moved. Messages about it are then no new subject. */
const hasAppointment = (context: DialogueContext) =>
  getAppointmentDate(context).day !== undefined || isMovingExternalAppointment(context) || getPreviousDate(context) !== null

/** Returns true if the lead only asks for something and reports no problem. */
const isOnlyRequest = ({ parsedMessages }: DialogueContext): boolean =>
  findMostSeriousSubject(parsedMessages.lines, false) === 'dúvida'

const countWords = ({ normalizedText }: ParsedLine): number => normalizedText.split(' ').length
const formatNotes = (lines: readonly ParsedLine[]): string | null =>
  lines.length > 0 ? cleanUpText(stripGreeting(lines.map(({ raw }) => raw).join(' '))) : null

const ORDER_NAMED =
  /\b(?:pedido|contrato|protocolo|os|nf|nota) ?(?:(?:n[o.º°]{0,2}|numero|e|:|#) ?){0,3}([a-z]{0,4}-?\d[\d./-]{1,19})/
const ORDER_BARE = /\b([a-z]{0,4}-?\d[\d./-]{1,19})\b/
const extractOrderNumber = (lines: readonly ParsedLine[], pattern: RegExp): string | null =>
  findFirstValue(lines, ({ normalizedText }) => pattern.exec(stripBuildingUnit(normalizedText))?.[1]?.toUpperCase() ?? null)

const SINCE =
  /\b(desde (?:o |a |que )?[\p{L}\d/ -]{2,40}|faz (?:uns |umas |mais de |quase )?[\p{L}\d]+ (?:dias?|semanas?|mes|meses|anos?|horas)|ha (?:uns |umas |mais de )?[\p{L}\d]+ (?:dias?|semanas?|mes|meses|anos?|horas)|ontem|anteontem|semana passada|mes passado)\b/u
/**
 * Returns since when a problem exists, with accents restored: 'há três dias' for 'ha tres dias'. Returns null if the sentence names no
 * time.
 */
const extractSince = ({ normalizedText }: ParsedLine): string | null =>
  cleanUpText(SINCE.exec(normalizedText)?.[1]?.replace(/^(faz|ha)\b/, 'há') ?? '') || null

const getScoreTone = (score: string | null): string => {
  const grade = Number(score)
  if (grade >= 9) return 'delighted'
  return grade >= 7 ? 'content' : 'unhappy'
}

/** Describes the subject of the conversation for the team. Returns null if it is unknown. */
const formatSubject = (context: DialogueContext): string | null => {
  const { subject, details, score } = context.memory.facts
  if (!subject) return null
  if (!isHappy(context)) return fillPhrase(POS_VENDA.about, { subject, details })
  return score && getScoreTone(score) === 'unhappy' ? POS_VENDA['about ressalvas'] : POS_VENDA['about satisfação']
}

const { ends } = POS_VENDA

/** Playbook for after-sales: asks what the customer wants, hands problems over to the team, and asks satisfied customers for a score. */
export const posVendaPlaybook: Playbook = createPlaybook(POS_VENDA, {
  topics: {
    another: anotherDayTopic,
    name: nameTopic,
    subject: {
      extract: ({ lines, wasAsked }, context) => {
        if (lines.some(({ intents }) => intents.has('leak'))) context.memory.facts.leak = 'sim'
        const subject = findMostSeriousSubject(lines, wasAsked)
        if (isAppointmentSubject(subject) && hasAppointment(context)) return null
        const storedSubject = getFact(context, 'subject')
        return storedSubject === null || storedSubject === 'outro assunto' || subject === 'cancelamento' ? subject : null
      },
      extractAnswer: ({ lines }, context) =>
        getFact(context, 'subject') === null && extractOpenAnswer(lines) ? 'outro assunto' : null,
    },
    details: {
      formatUnmatchedText: stripGreeting,
      isApplicable: (context) => needsDetails(context) || isTeamRequest(context),
      getQuestionVariants: (context) => [getFact(context, 'subject') ?? ''],
      extract: ({ lines, wasAsked }, context) =>
        wasAsked || isHappy(context)
          ? null
          : formatNotes(lines.filter((line) => countWords(line) >= 4 && getLineSubject(line, true) !== null)),
      extractAnswer: (input) => {
        const questionLine = input.lines.find((line) => line.isQuestion && line.intents.size === 0 && countWords(line) >= 3)
        return extractOpenAnswer(input.lines) ?? detectDontKnowOrNo(input) ?? (questionLine ? formatNotes([questionLine]) : null)
      },
    },
    /** Apartment, block or house. Requested only after a water leak, because a technician must go there at once. Not an order number. */
    unit: {
      isApplicable: isLeak,
      extract: ({ lines }) => findFirstValue(lines, ({ normalizedText }) => extractBuildingUnit(normalizedText)),
      extractAnswer: extractOptionalAnswer,
    },
    order: {
      isApplicable: (context) => needsDetails(context) && getFact(context, 'unit') === null,
      extract: ({ lines }) => extractOrderNumber(lines, ORDER_NAMED),
      extractAnswer: (input) => extractOrderNumber(input.lines, ORDER_BARE) ?? detectDontKnowOrNo(input),
    },
    since: {
      isApplicable: (context) => isProblem(context) && !isLeak(context),
      extract: ({ lines }, context) => (isProblem(context) ? findFirstValue(lines, extractSince) : null),
      extractAnswer: ({ lines }) =>
        findFirstValue(lines, ({ normalizedText }) => extractTiming(normalizedText)) ?? extractOptionalAnswer({ lines }),
    },
    score: {
      isApplicable: isHappy,
      getPhrasingVariant: getScoreTone,
      extract: ({ lines }) => findFirstValue(lines, ({ normalizedText }) => /\bnota (10|\d)\b/.exec(normalizedText)?.[1] ?? null),
      extractAnswer: (input) => {
        const score = findFirstValue(
          input.lines,
          ({ normalizedText }) => /\b(10|\d)\b(?! ?(?:h|dias|horas))/.exec(normalizedText)?.[1] ?? null,
        )
        return score ?? (/\b(dez|mil|maxima)\b/.test(input.text) ? '10' : detectDontKnow(input))
      },
    },
    liked: {
      isApplicable: (context) => isHappy(context) && getFact(context, 'score') !== null,
      getQuestionVariants: (context) => [getScoreTone(getFact(context, 'score'))],
      extractAnswer: extractOptionalAnswer,
    },
    day: dayTopic(needsDetails),
    hour: hourTopic(needsDetails),
    phone: phoneTopic((context) => needsCare(context) || isTeamRequest(context)),
  },
  mayAskSomethingElse: (context) => getFact(context, 'subject') !== null || isOnlyRequest(context),
  conclude: (context) => {
    if (isHappy(context)) return buildConclusion(context, ends.happy, 'fechamento')
    if (isLeak(context)) return buildConclusion(context, ends.leak, 'agendamento')
    return needsCare(context)
      ? buildConclusion(context, ends.callBack, 'agendamento')
      : buildConclusion(context, ends.asked, 'pitch')
  },
  getSummarySentences: (context) => {
    const { facts } = context.memory
    const particulars = fillKnownPhrases(POS_VENDA.particulars, facts).join('; ')
    const callBack = isLeak(context) ? null : formatAppointmentDate(context)
    return fillKnownPhrases(POS_VENDA.summary, { ...facts, about: formatSubject(context), particulars, callBack })
  },
})
