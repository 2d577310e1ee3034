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

const needsQualification = (talk: DialogueContext) => !wantsToBook(talk)
const hasAgreedToMeet = (talk: DialogueContext) => wantsToBook(talk) || getFact(talk, 'agrees') === 'sim'
const isCompany = (talk: DialogueContext) => getFact(talk, 'audience') === 'empresa' || talk.lead.company !== null

/** Returns true if the organisation's leads are patients or their relatives. */
const forPatients = (talk: DialogueContext) => chooseMoneyQuestion(talk.input.agent) === 'coverage'
const getPatientVariants = (talk: DialogueContext) => [forPatients(talk) ? 'patients' : '']

/** Returns true if the lead wants to sell or let something. The money question is then about the asked price, not a budget. */
const wantsToSell = (talk: DialogueContext) =>
  /\b(vender|anunciar|avaliar|(alugar|colocar) (o |a )?(meu|minha))\b/i.test(getFact(talk, 'need') ?? '')

const AUDIENCE_MATCHERS = compilePatterns(AUDIENCES.told)
const AUDIENCE_ANSWER_MATCHERS = compilePatterns(AUDIENCES.answered)

const toTitleCase = (name: string): string => name.replace(/\b\p{L}/gu, (letter) => letter.toLocaleUpperCase('pt-BR'))
const stripLeadingVerb = (raw: string): string =>
  raw.replace(/^((eu|n[oó]s) )?(tenho|temos|uso|é|pelo|pela|por|do|da) ((o|a) )?/iu, '')

/** Returns true if the lead refuses to meet ('Não quero marcar nada') and names no other day. */
const refusesToMeet = (lines: readonly ParsedLine[], talk: DialogueContext): boolean =>
  lines.some((line) => refusesMeeting(line.folded) && extractLineDay(line, talk) === null)

const formatForWhen = (when: string): string | null => {
  if (/^(o quanto antes|daqui)/.test(when)) return when
  if (/^[oa] /.test(when)) return `pr${when}`
  return /^(esta|este|hoje|amanhã)/.test(when) ? `pra ${when}` : null
}

/**
 * Returns a one-line recap for the lead in their own short words: need, budget and time. Returns null if fewer than two of them are known.
 */
const buildRecap = (talk: DialogueContext): string | null => {
  const [about, money, when] = [getFact(talk, 'need'), getFact(talk, 'budget'), getFact(talk, 'timing')]
  const isClean = about !== null && about.length <= 70 && !about.includes('(link)')
  const known = [isClean ? about : null, money, when && formatForWhen(when)].filter((part) => part !== null)
  return known.length >= 2 ? known.join(', ') : null
}

/** Returns a sentence for the team about the next step with the lead. Returns an empty list if there is none. */
const formatNextStep = (talk: DialogueContext): string[] => {
  const when = formatAppointmentDate(talk)
  if (!hasAgreedToMeet(talk)) return getFact(talk, 'agrees') ? [SDR['next inWriting']] : []
  if (when) return [fillPhrase(SDR['next when'], { when })]
  return getCancelledAppointment(talk) ? [] : [SDR['next open']]
}

/** Playbook of the first conversation (SDR): asks who the lead is and what they need, and agrees on a meeting with the team. */
export const sdrPlaybook: Playbook = createPlaybook(SDR, {
  topics: {
    another: anotherDayTopic,
    booking: {
      read: ({ lines }, talk) =>
        lines.some((line) => line.intents.has('meeting')) || namesDayAndHour(lines, talk) ? 'sim' : null,
      // The phrasing 'dated' confirms day and hour instead.
      tone: (_value, talk) => (formatAppointmentDate(talk) ? 'dated' : ''),
    },
    name: nameTopic,
    need: needTopic,
    audience: {
      applies: (talk) => needsQualification(talk) && talk.lead.company === null,
      asks: getPatientVariants,
      read: ({ said }) => findMatchingName(said, AUDIENCE_MATCHERS),
      answer: (burst) => findMatchingName(burst.said, AUDIENCE_ANSWER_MATCHERS) ?? detectDontKnow(burst),
    },
    company: {
      ...bindLeadField('company'),
      applies: (talk) => needsQualification(talk) && isCompany(talk),
      read: ({ lines, answering }) =>
        findFirstValue(
          // A question does not name the lead's company: 'Quem é o dono do prédio?'.
          lines.filter((line) => !line.isQuestion || line.folded.includes('empresa')),
          (line) => extractCompany(line.raw, answering && line.isFree && !isNotAnAnswer(line) && !declinesToAnswer(line.folded)),
        ),
    },
    teamSize: {
      applies: (talk) => needsQualification(talk) && isCompany(talk),
      read: ({ lines, answering }) => findFirstValue(lines, (line) => extractTeamSize(line.folded, answering)),
      answer: detectDontKnow,
    },
    /** Topic for how the lead pays for care (insurance or private). It replaces the budget if the leads are patients. */
    coverage: {
      applies: (talk) => needsQualification(talk) && forPatients(talk),
      read: ({ lines, said, answering }) => {
        const insurer = MATCHERS.insurer.exec(said)?.[1]
        if (insurer) return (answering ? extractOpenAnswer(lines, stripLeadingVerb) : null) ?? toTitleCase(insurer)
        return MATCHERS.noInsurer.test(said) ? 'particular' : null
      },
      answer: ({ lines, yes, no, unsure }) => {
        if (unsure) return DECLINED_VALUE
        return no ? 'particular' : (extractOpenAnswer(lines, stripLeadingVerb) ?? (yes ? 'convênio' : null))
      },
    },
    budget: {
      applies: (talk) => needsQualification(talk) && chooseMoneyQuestion(talk.input.agent) === 'budget',
      asks: (talk) => [wantsToSell(talk) ? 'sells' : ''],
      read: ({ lines, answering }) =>
        findFirstValue(lines, ({ raw, folded }) =>
          /\brenda\b/.test(folded) || containsPhone(raw) ? null : extractMoneyAmount(folded, answering),
        ),
      answer: detectDontKnowOrNo,
    },
    timing: {
      applies: needsQualification,
      read: ({ lines, answering, no }, talk) => {
        if (namesDayAndHour(lines, talk)) return null
        const soon = findFirstValue(lines, ({ folded }) =>
          answering || MATCHERS.urgentOrDated.test(folded) ? extractTiming(folded) : null,
        )
        return soon ?? (answering ? (no ? DECLINED_VALUE : extractOptionalAnswer({ lines })) : null)
      },
    },
    /** Topic for an objection. The agent answers the objection before it asks anything else. */
    worry: {
      words: OBJECTION_ACKNOWLEDGEMENTS,
      read: ({ lines }, talk) =>
        hasAgreedToMeet(talk) || ['timing', 'need'].includes(talk.memory.pending ?? '') ? null : detectStatedObjection(lines),
    },
    /** Topic that offers a smaller next step to a lead with an objection who has not agreed to meet. */
    softly: {
      applies: (talk) =>
        needsQualification(talk) &&
        getFact(talk, 'agrees') === null &&
        getFact(talk, 'worry') !== null &&
        (talk.memory.asked.agrees ?? 0) > 0,
      answer: ({ lines, said, yes, no }, talk) => {
        if (detectObjection(lines)) return null
        if (lines.some((line) => line.intents.has('meeting')) || MATCHERS.meetingWords.test(said)) return 'não'
        if (!no && !yes) return null
        talk.memory.facts.agrees = no ? 'depois' : 'por mensagem'
        return no ? 'não' : 'sim'
      },
    },
    agrees: {
      applies: needsQualification,
      asks: getPatientVariants,
      values: (talk) => ({ recap: buildRecap(talk) }),
      read: ({ lines }, talk) => (refusesToMeet(lines, talk) ? 'por mensagem' : null),
      answer: (burst, talk) => {
        const { lines } = burst
        if (detectObjection(lines)) return null
        const told = lines.flatMap(({ isQuestion, folded }) => (isQuestion ? [] : folded)).join(' ')
        const wants = MATCHERS.inWriting.test(told) ? 'no' : wantsMeeting(burst, talk)
        if (wants === 'no') return 'por mensagem'
        const isNamed = lines.some((line) => line.intents.has('meeting')) || MATCHERS.meetingWords.test(told)
        return wants === 'yes' || isNamed || /\btenho interesse\b/.test(told) ? 'sim' : null
      },
    },
    day: dayTopic(hasAgreedToMeet),
    hour: hourTopic(hasAgreedToMeet),
    phone: phoneTopic(),
    email: emailTopic(hasAgreedToMeet),
  },
  besides: () => false,
  putsOff: 'price',
  conclude: (talk) =>
    hasAgreedToMeet(talk)
      ? buildConclusion(talk, SDR.ends.agreed, 'agendamento')
      : buildConclusion(talk, SDR.ends.inWriting, 'pitch'),
  summary: (talk) => {
    const { facts } = talk.memory
    const forWhom = { família: SDR['forWhom família'], pessoal: SDR['forWhom pessoal'] }[facts.audience ?? '']
    const money = wantsToSell(talk) ? SDR['money asked'] : SDR.money
    const profile = fillKnownPhrases(SDR.profile, { ...facts, forWhom, money }).join('; ')
    const worries = hasAgreedToMeet(talk) ? null : getObjectionLabel(getFact(talk, 'worry'))
    return [...fillKnownPhrases(SDR.summary, { ...facts, profile, worries }), ...formatNextStep(talk)]
  },
})
