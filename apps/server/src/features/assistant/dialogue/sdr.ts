import { moneyIn, teamSizeIn, timingIn } from '../understanding/business.ts'
import { companyIn } from '../understanding/contact.ts'
import { doesNotSay, refusesMeeting } from '../understanding/intents.ts'
import { moneyQuestion } from '../understanding/money-question.ts'
import { patternsOf, valueIn } from '../understanding/patterns.ts'
import type { Line } from '../understanding/understand.ts'
import { dataOf, emailTopic, holdsPhone, nameTopic, needTopic, phoneTopic, wantsToBook } from './contact-topics.ts'
import { anotherTopic, dayTopic, hourTopic, wantsMeeting } from './date-topics.ts'
import { dayNamed, namesATime } from './dates.ts'
import AUDIENCES from './patterns/audiences.json' with { type: 'json' }
import PATTERNS from './patterns/sdr.json' with { type: 'json' }
import SDR from './phrases/sdr.json' with { type: 'json' }
import { conclusion, type Playbook, playbookOf } from './playbook.ts'
import { cancelled, whenText } from './standing.ts'
import { fact, fill, fillKnown, type Talk } from './talk.ts'
import { DECLINED, firstOf, isNoAnswer, left, leftOrRefused, openAnswer, openOrLeft } from './topic.ts'
import { WORRY_WORDS, worryIn, worryLabel, worryTold } from './worries.ts'

const SAID = patternsOf(PATTERNS)

const qualifies = (talk: Talk) => !wantsToBook(talk)
const agreed = (talk: Talk) => wantsToBook(talk) || fact(talk, 'agrees') === 'sim'
const isCompany = (talk: Talk) => fact(talk, 'audience') === 'empresa' || talk.lead.company !== null

/** Returns true if the leads are patients or their relatives. */
const forPatients = (talk: Talk) => moneyQuestion(talk.input.agent) === 'coverage'
const patients = (talk: Talk) => [forPatients(talk) ? 'patients' : '']

/** Returns true if the lead wants to sell or let. Then the question is about a price, not a budget. */
const sells = (talk: Talk) => /\b(vender|anunciar|avaliar|(alugar|colocar) (o |a )?(meu|minha))\b/i.test(fact(talk, 'need') ?? '')

const AUDIENCE_TOLD = patternsOf(AUDIENCES.told)
const AUDIENCE_ANSWERED = patternsOf(AUDIENCES.answered)

const titled = (name: string): string => name.replace(/\b\p{L}/gu, (letter) => letter.toLocaleUpperCase('pt-BR'))
const withoutVerb = (raw: string): string =>
  raw.replace(/^((eu|n[oó]s) )?(tenho|temos|uso|é|pelo|pela|por|do|da) ((o|a) )?/iu, '')

/** Returns true if the lead refuses a meeting without naming another day: 'Não quero marcar nada'. */
const refusesToMeet = (lines: readonly Line[], talk: Talk): boolean =>
  lines.some((line) => refusesMeeting(line.folded) && dayNamed(line, talk) === null)

const forWhen = (when: string): string | null => {
  if (/^(o quanto antes|daqui)/.test(when)) return when
  if (/^[oa] /.test(when)) return `pr${when}`
  return /^(esta|este|hoje|amanhã)/.test(when) ? `pra ${when}` : null
}

/** Returns a one-line summary for the lead from their own short words, or null if less than two values are known. */
const recap = (talk: Talk): string | null => {
  const [about, money, when] = [fact(talk, 'need'), fact(talk, 'budget'), fact(talk, 'timing')]
  const isClean = about !== null && about.length <= 70 && !about.includes('(link)')
  const known = [isClean ? about : null, money, when && forWhen(when)].filter((part) => part !== null)
  return known.length >= 2 ? known.join(', ') : null
}

/** Returns the next step as text for the team. */
const nextStep = (talk: Talk): string[] => {
  const when = whenText(talk)
  if (!agreed(talk)) return fact(talk, 'agrees') ? [SDR['next inWriting']] : []
  if (when) return [fill(SDR['next when'], { when })]
  return cancelled(talk) ? [] : [SDR['next open']]
}

/** Playbook of the first conversation: who the lead is, what they need, and a time with the team. */
export const sdr: Playbook = playbookOf(SDR, {
  topics: {
    another: anotherTopic,
    booking: {
      read: ({ lines }, talk) => (lines.some((line) => line.intents.has('meeting')) || namesATime(lines, talk) ? 'sim' : null),
      // Day and hour are confirmed instead.
      tone: (_value, talk) => (whenText(talk) ? 'dated' : ''),
    },
    name: nameTopic,
    need: needTopic,
    audience: {
      applies: (talk) => qualifies(talk) && talk.lead.company === null,
      asks: patients,
      read: ({ said }) => valueIn(said, AUDIENCE_TOLD),
      answer: (burst) => valueIn(burst.said, AUDIENCE_ANSWERED) ?? left(burst),
    },
    company: {
      ...dataOf('company'),
      applies: (talk) => qualifies(talk) && isCompany(talk),
      read: ({ lines, answering }) =>
        firstOf(
          // A question names no company: 'Quem é o dono do prédio?'.
          lines.filter((line) => !line.isQuestion || line.folded.includes('empresa')),
          (line) => companyIn(line.raw, answering && line.isFree && !isNoAnswer(line) && !doesNotSay(line.folded)),
        ),
    },
    teamSize: {
      applies: (talk) => qualifies(talk) && isCompany(talk),
      read: ({ lines, answering }) => firstOf(lines, (line) => teamSizeIn(line.folded, answering)),
      answer: left,
    },
    /** Topic for the payment of care (insurance or private), in place of a budget if the leads are patients. */
    coverage: {
      applies: (talk) => qualifies(talk) && forPatients(talk),
      read: ({ lines, said, answering }) => {
        const insurer = SAID.insurer.exec(said)?.[1]
        if (insurer) return (answering ? openAnswer(lines, withoutVerb) : null) ?? titled(insurer)
        return SAID.noInsurer.test(said) ? 'particular' : null
      },
      answer: ({ lines, yes, no, unsure }) => {
        if (unsure) return DECLINED
        return no ? 'particular' : (openAnswer(lines, withoutVerb) ?? (yes ? 'convênio' : null))
      },
    },
    budget: {
      applies: (talk) => qualifies(talk) && moneyQuestion(talk.input.agent) === 'budget',
      asks: (talk) => [sells(talk) ? 'sells' : ''],
      read: ({ lines, answering }) =>
        firstOf(lines, ({ raw, folded }) => (/\brenda\b/.test(folded) || holdsPhone(raw) ? null : moneyIn(folded, answering))),
      answer: leftOrRefused,
    },
    timing: {
      applies: qualifies,
      read: ({ lines, answering, no }, talk) => {
        if (namesATime(lines, talk)) return null
        const soon = firstOf(lines, ({ folded }) => (answering || SAID.urgentOrDated.test(folded) ? timingIn(folded) : null))
        return soon ?? (answering ? (no ? DECLINED : openOrLeft({ lines })) : null)
      },
    },
    /** Topic for an objection, which is answered before anything else is asked. */
    worry: {
      words: WORRY_WORDS,
      read: ({ lines }, talk) =>
        agreed(talk) || ['timing', 'need'].includes(talk.memory.pending ?? '') ? null : worryTold(lines),
    },
    /** Offers a smaller next step to a lead who is not ready to meet. */
    softly: {
      applies: (talk) =>
        qualifies(talk) && fact(talk, 'agrees') === null && fact(talk, 'worry') !== null && (talk.memory.asked.agrees ?? 0) > 0,
      answer: ({ lines, said, yes, no }, talk) => {
        if (worryIn(lines)) return null
        if (lines.some((line) => line.intents.has('meeting')) || SAID.meetingWords.test(said)) return 'não'
        if (!no && !yes) return null
        talk.memory.facts.agrees = no ? 'depois' : 'por mensagem'
        return no ? 'não' : 'sim'
      },
    },
    agrees: {
      applies: qualifies,
      asks: patients,
      values: (talk) => ({ recap: recap(talk) }),
      read: ({ lines }, talk) => (refusesToMeet(lines, talk) ? 'por mensagem' : null),
      answer: (burst, talk) => {
        const { lines } = burst
        if (worryIn(lines)) return null
        const told = lines.flatMap(({ isQuestion, folded }) => (isQuestion ? [] : folded)).join(' ')
        const wants = SAID.inWriting.test(told) ? 'no' : wantsMeeting(burst, talk)
        if (wants === 'no') return 'por mensagem'
        const isNamed = lines.some((line) => line.intents.has('meeting')) || SAID.meetingWords.test(told)
        return wants === 'yes' || isNamed || /\btenho interesse\b/.test(told) ? 'sim' : null
      },
    },
    day: dayTopic(agreed),
    hour: hourTopic(agreed),
    phone: phoneTopic(),
    email: emailTopic(agreed),
  },
  besides: () => false,
  putsOff: 'price',
  conclude: (talk) =>
    agreed(talk) ? conclusion(talk, SDR.ends.agreed, 'agendamento') : conclusion(talk, SDR.ends.inWriting, 'pitch'),
  summary: (talk) => {
    const { facts } = talk.memory
    const forWhom = { família: SDR['forWhom família'], pessoal: SDR['forWhom pessoal'] }[facts.audience ?? '']
    const money = sells(talk) ? SDR['money asked'] : SDR.money
    const profile = fillKnown(SDR.profile, { ...facts, forWhom, money }).join('; ')
    const worries = agreed(talk) ? null : worryLabel(fact(talk, 'worry'))
    return [...fillKnown(SDR.summary, { ...facts, profile, worries }), ...nextStep(talk)]
  },
})
