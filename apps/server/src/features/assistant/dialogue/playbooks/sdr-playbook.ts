import { declinesToAnswer, refusesMeeting } from '../../understanding/intents/intents.ts'
import type { ParsedLine } from '../../understanding/parse-messages.ts'
import { compilePatterns, findMatchingName } from '../../understanding/patterns.ts'
import { extractMoneyAmount, extractTeamSize, extractTiming } from '../../understanding/values/business-facts.ts'
import { extractCompany } from '../../understanding/values/contact-data.ts'
import { chooseMoneyQuestion } from '../../understanding/values/money-question.ts'
import { formatAppointmentDate, getCancelledAppointment } from '../appointments/appointment-state.ts'
import { extractLineDay, namesDayAndHour } from '../appointments/date-mentions.ts'
import { type DialogueContext, fillKnownPhrases, fillPhrase, getFact } from '../dialogue-context.ts'
import AUDIENCES from '../patterns/audiences.json' with { type: 'json' }
import PATTERNS from '../patterns/sdr.json' with { type: 'json' }
import SDR from '../phrases/sdr.json' with { type: 'json' }
import {
  bindLeadField,
  containsPhone,
  emailTopic,
  nameTopic,
  needTopic,
  phoneTopic,
  wantsToBook,
} from '../topics/contact-topics.ts'
import { anotherDayTopic, dayTopic, hourTopic, wantsMeeting } from '../topics/date-topics.ts'
import {
  DECLINED_VALUE,
  detectDontKnow,
  detectDontKnowOrNo,
  extractOpenAnswer,
  extractOptionalAnswer,
  findFirstValue,
  isNotAnAnswer,
} from '../topics/topic.ts'
import { detectObjection, detectStatedObjection, getObjectionLabel, OBJECTION_ACKNOWLEDGEMENTS } from './objections.ts'
import { buildConclusion, createPlaybook, type Playbook } from './playbook.ts'

const MATCHERS = compilePatterns(PATTERNS)

const needsQualification = (context: DialogueContext) => !wantsToBook(context)
const hasAgreedToMeet = (context: DialogueContext) => wantsToBook(context) || getFact(context, 'agrees') === 'sim'
const isCompany = (context: DialogueContext) => getFact(context, 'audience') === 'empresa' || context.lead.company !== null

/** Returns true if the organisation's leads are patients or their relatives. */
const forPatients = (context: DialogueContext) => chooseMoneyQuestion(context.input.agent) === 'coverage'
const getPatientVariants = (context: DialogueContext) => [forPatients(context) ? 'patients' : '']

/** Returns true if the lead wants to sell or rent out something. The money question then asks for the price instead of a budget. */
const wantsToSell = (context: DialogueContext) =>
  /\b(vender|anunciar|avaliar|(alugar|colocar) (o |a )?(meu|minha))\b/i.test(getFact(context, 'need') ?? '')

const AUDIENCE_MATCHERS = compilePatterns(AUDIENCES.told)
const AUDIENCE_ANSWER_MATCHERS = compilePatterns(AUDIENCES.answered)

const toTitleCase = (name: string): string => name.replace(/\b\p{L}/gu, (letter) => letter.toLocaleUpperCase('pt-BR'))
const stripLeadingVerb = (raw: string): string =>
  raw.replace(/^((eu|n[oó]s) )?(tenho|temos|uso|é|pelo|pela|por|do|da) ((o|a) )?/iu, '')

/** Returns true if the lead refuses a meeting without naming another day: 'Não quero marcar nada'. */
const refusesToMeet = (lines: readonly ParsedLine[], context: DialogueContext): boolean =>
  lines.some((line) => refusesMeeting(line.normalizedText) && extractLineDay(line, context) === null)

const formatForWhen = (timing: string): string | null => {
  if (/^(o quanto antes|daqui)/.test(timing)) return timing
  if (/^[oa] /.test(timing)) return `pr${timing}`
  return /^(esta|este|hoje|amanhã)/.test(timing) ? `pra ${timing}` : null
}

/** Repeats need, budget and time in the lead's own words. Returns null if fewer than two are known. */
const buildRecap = (context: DialogueContext): string | null => {
  const [about, money, when] = [getFact(context, 'need'), getFact(context, 'budget'), getFact(context, 'timing')]
  const isClean = about !== null && about.length <= 70 && !about.includes('(link)')
  const knownParts = [isClean ? about : null, money, when && formatForWhen(when)].filter((part) => part !== null)
  return knownParts.length >= 2 ? knownParts.join(', ') : null
}

/** Returns a sentence for the team about the next step, in a list. The list is empty if there is no next step. */
const formatNextStep = (context: DialogueContext): string[] => {
  const when = formatAppointmentDate(context)
  if (!hasAgreedToMeet(context)) return getFact(context, 'agrees') ? [SDR['next inWriting']] : []
  if (when) return [fillPhrase(SDR['next when'], { when })]
  return getCancelledAppointment(context) ? [] : [SDR['next open']]
}

/** Playbook for the first conversation (SDR): identifies the lead and the need, and arranges a meeting with the team. */
export const sdrPlaybook: Playbook = createPlaybook(SDR, {
  topics: {
    another: anotherDayTopic,
    booking: {
      extract: ({ lines }, context) =>
        lines.some((line) => line.intents.has('meeting')) || namesDayAndHour(lines, context) ? 'sim' : null,
      // Wording 'dated' confirms the named day and hour.
      getPhrasingVariant: (_value, context) => (formatAppointmentDate(context) ? 'dated' : ''),
    },
    name: nameTopic,
    need: needTopic,
    audience: {
      isApplicable: (context) => needsQualification(context) && context.lead.company === null,
      getQuestionVariants: getPatientVariants,
      extract: ({ text }) => findMatchingName(text, AUDIENCE_MATCHERS),
      extractAnswer: (input) => findMatchingName(input.text, AUDIENCE_ANSWER_MATCHERS) ?? detectDontKnow(input),
    },
    company: {
      ...bindLeadField('company'),
      isApplicable: (context) => needsQualification(context) && isCompany(context),
      extract: ({ lines, wasAsked }) =>
        findFirstValue(
          // A question names no company of the lead: 'Quem é o dono do prédio?'.
          lines.filter((line) => !line.isQuestion || line.normalizedText.includes('empresa')),
          (line) =>
            extractCompany(
              line.raw,
              wasAsked && line.canBeAnswer && !isNotAnAnswer(line) && !declinesToAnswer(line.normalizedText),
            ),
        ),
    },
    teamSize: {
      isApplicable: (context) => needsQualification(context) && isCompany(context),
      extract: ({ lines, wasAsked }) => findFirstValue(lines, (line) => extractTeamSize(line.normalizedText, wasAsked)),
      extractAnswer: detectDontKnow,
    },
    /** Payment for health care: insurance or private. Patients are asked for it instead of a budget. */
    coverage: {
      isApplicable: (context) => needsQualification(context) && forPatients(context),
      extract: ({ lines, text, wasAsked }) => {
        const insurer = MATCHERS.insurer.exec(text)?.[1]
        if (insurer) return (wasAsked ? extractOpenAnswer(lines, stripLeadingVerb) : null) ?? toTitleCase(insurer)
        return MATCHERS.noInsurer.test(text) ? 'particular' : null
      },
      extractAnswer: ({ lines, isAffirmative, isNegative, isUnsure }) => {
        if (isUnsure) return DECLINED_VALUE
        return isNegative ? 'particular' : (extractOpenAnswer(lines, stripLeadingVerb) ?? (isAffirmative ? 'convênio' : null))
      },
    },
    budget: {
      isApplicable: (context) => needsQualification(context) && chooseMoneyQuestion(context.input.agent) === 'budget',
      getQuestionVariants: (context) => [wantsToSell(context) ? 'sells' : ''],
      extract: ({ lines, wasAsked }) =>
        findFirstValue(lines, ({ raw, normalizedText }) =>
          /\brenda\b/.test(normalizedText) || containsPhone(raw) ? null : extractMoneyAmount(normalizedText, wasAsked),
        ),
      extractAnswer: detectDontKnowOrNo,
    },
    timing: {
      isApplicable: needsQualification,
      extract: ({ lines, wasAsked, isNegative }, context) => {
        if (namesDayAndHour(lines, context)) return null
        const timing = findFirstValue(lines, ({ normalizedText }) =>
          wasAsked || MATCHERS.urgentOrDated.test(normalizedText) ? extractTiming(normalizedText) : null,
        )
        return timing ?? (wasAsked ? (isNegative ? DECLINED_VALUE : extractOptionalAnswer({ lines })) : null)
      },
    },
    /** An objection. The agent answers it before it asks anything else. */
    worry: {
      phrases: OBJECTION_ACKNOWLEDGEMENTS,
      extract: ({ lines }, context) =>
        hasAgreedToMeet(context) || ['timing', 'need'].includes(context.memory.pending ?? '')
          ? null
          : detectStatedObjection(lines),
    },
    /** Offers a smaller next step to a lead who has an objection and has not agreed to meet. */
    softly: {
      isApplicable: (context) =>
        needsQualification(context) &&
        getFact(context, 'agrees') === null &&
        getFact(context, 'worry') !== null &&
        (context.memory.asked.agrees ?? 0) > 0,
      extractAnswer: ({ lines, text, isAffirmative, isNegative }, context) => {
        if (detectObjection(lines)) return null
        if (lines.some((line) => line.intents.has('meeting')) || MATCHERS.meetingWords.test(text)) return 'não'
        if (!isNegative && !isAffirmative) return null
        context.memory.facts.agrees = isNegative ? 'depois' : 'por mensagem'
        return isNegative ? 'não' : 'sim'
      },
    },
    agrees: {
      isApplicable: needsQualification,
      getQuestionVariants: getPatientVariants,
      getPhraseValues: (context) => ({ recap: buildRecap(context) }),
      extract: ({ lines }, context) => (refusesToMeet(lines, context) ? 'por mensagem' : null),
      extractAnswer: (input, context) => {
        const { lines } = input
        if (detectObjection(lines)) return null
        const statements = lines.flatMap(({ isQuestion, normalizedText }) => (isQuestion ? [] : normalizedText)).join(' ')
        const answer = MATCHERS.inWriting.test(statements) ? 'no' : wantsMeeting(input, context)
        if (answer === 'no') return 'por mensagem'
        const isNamed = lines.some((line) => line.intents.has('meeting')) || MATCHERS.meetingWords.test(statements)
        return answer === 'yes' || isNamed || /\btenho interesse\b/.test(statements) ? 'sim' : null
      },
    },
    day: dayTopic(hasAgreedToMeet),
    hour: hourTopic(hasAgreedToMeet),
    phone: phoneTopic(),
    email: emailTopic(hasAgreedToMeet),
  },
  mayAskSomethingElse: () => false,
  deferredQuestion: 'price',
  conclude: (context) =>
    hasAgreedToMeet(context)
      ? buildConclusion(context, SDR.ends.agreed, 'agendamento')
      : buildConclusion(context, SDR.ends.inWriting, 'pitch'),
  getSummarySentences: (context) => {
    const { facts } = context.memory
    const forWhom = { família: SDR['forWhom família'], pessoal: SDR['forWhom pessoal'] }[facts.audience ?? '']
    const money = wantsToSell(context) ? SDR['money asked'] : SDR.money
    const profile = fillKnownPhrases(SDR.profile, { ...facts, forWhom, money }).join('; ')
    const worries = hasAgreedToMeet(context) ? null : getObjectionLabel(getFact(context, 'worry'))
    return [...fillKnownPhrases(SDR.summary, { ...facts, profile, worries }), ...formatNextStep(context)]
  },
})
