import { timingIn, withoutGreeting } from '../understanding/business.ts'
import { tidy } from '../understanding/tidy.ts'
import type { Line } from '../understanding/understand.ts'
import { unitIn, withoutUnit } from '../understanding/unit.ts'
import { nameTopic, phoneTopic } from './contact-topics.ts'
import { anotherTopic, dayTopic, hourTopic } from './date-topics.ts'
import POS_VENDA from './phrases/pos-venda.json' with { type: 'json' }
import { conclusion, type Playbook } from './playbook.ts'
import { dateNow, isMoving, oldDate, whenText } from './standing.ts'
import { isOfAppointment, subjectIn, subjectOf } from './subject.ts'
import { fact, type Talk } from './talk.ts'
import { firstOf, left, leftOrRefused, openAnswer, openOrLeft, topicsOf } from './topic.ts'
import { fill, fillKnown } from './words.ts'

const is =
  (...subjects: readonly string[]) =>
  (talk: Talk) =>
    subjects.includes(fact(talk, 'subject') ?? '')
const isProblem = is('problema')
const needsCare = is('problema', 'cancelamento')
const isHappy = is('satisfação')
const asksTeam = is('dúvida', 'nova compra', 'agendamento', 'remarcação', 'outro assunto')

/** Water does not wait for a convenient hour: only where it is, and whom to call. */
const isLeak = (talk: Talk) => fact(talk, 'leak') !== null
const takesTime = (talk: Talk) => needsCare(talk) && !isLeak(talk)

/** A date stands here or is being moved: what is said of it is no new matter. */
const hasAppointment = (talk: Talk) => dateNow(talk).day !== undefined || isMoving(talk) || oldDate(talk) !== null

/** Nothing went wrong: the lead only wants something of the team. */
const onlyAsks = ({ understood }: Talk): boolean => subjectIn(understood.lines, false) === 'dúvida'

const wordsIn = ({ folded }: Line): number => folded.split(' ').length
const notesOf = (lines: readonly Line[]): string | null =>
  lines.length > 0 ? tidy(withoutGreeting(lines.map(({ raw }) => raw).join(' '))) : null

const ORDER_NAMED =
  /\b(?:pedido|contrato|protocolo|os|nf|nota) ?(?:(?:n[o.º°]{0,2}|numero|e|:|#) ?){0,3}([a-z]{0,4}-?\d[\d./-]{1,19})/
const ORDER_BARE = /\b([a-z]{0,4}-?\d[\d./-]{1,19})\b/
const orderIn = (lines: readonly Line[], pattern: RegExp): string | null =>
  firstOf(lines, ({ folded }) => pattern.exec(withoutUnit(folded))?.[1]?.toUpperCase() ?? null)

const SINCE =
  /\b(desde (?:o |a |que )?[\p{L}\d/ -]{2,40}|faz (?:uns |umas |mais de |quase )?[\p{L}\d]+ (?:dias?|semanas?|mes|meses|anos?|horas)|ha (?:uns |umas |mais de )?[\p{L}\d]+ (?:dias?|semanas?|mes|meses|anos?|horas)|ontem|anteontem|semana passada|mes passado)\b/u
const ACCENTS = [
  [/^(faz|ha)\b/, 'há'],
  [/\bmes\b/, 'mês'],
  [/\btres\b/, 'três'],
  [/\bsabado\b/, 'sábado'],
  [/\bterca\b/, 'terça'],
] as const
const accented = (text: string): string => ACCENTS.reduce((said, [plain, written]) => said.replace(plain, written), text)

const toneOf = (score: string | null): string => {
  const grade = Number(score)
  if (grade >= 9) return 'delighted'
  return grade >= 7 ? 'content' : 'unhappy'
}

/** What the talk is about, as the team reads it. */
const aboutOf = (talk: Talk): string | null => {
  const { subject, details, score } = talk.memory.facts
  if (!subject) return null
  if (!isHappy(talk)) return fill(POS_VENDA.about, { subject, details })
  return score && toneOf(score) === 'unhappy' ? POS_VENDA['about ressalvas'] : POS_VENDA['about satisfação']
}

const { ends } = POS_VENDA

/** Care after the sale: listens first, takes problems to a person, asks a happy customer for a score. */
export const posVenda: Playbook = {
  purpose: POS_VENDA.purpose,
  topics: topicsOf(POS_VENDA.topics, {
    another: anotherTopic,
    name: nameTopic,
    subject: {
      // Who had a problem and now wants to leave is told apart.
      mayChange: true,
      isLoud: true,
      read: ({ lines, answering }, talk) => {
        if (lines.some(({ intents }) => intents.has('leak'))) talk.memory.facts.leak = 'sim'
        const found = subjectIn(lines, answering)
        if (isOfAppointment(found) && hasAppointment(talk)) return null
        const known = fact(talk, 'subject')
        return known === null || known === 'outro assunto' || found === 'cancelamento' ? found : null
      },
      answer: ({ lines }, talk) => (fact(talk, 'subject') === null && openAnswer(lines) ? 'outro assunto' : null),
    },
    details: {
      takesRest: withoutGreeting,
      applies: (talk) => takesTime(talk) || asksTeam(talk),
      asks: (talk) => [fact(talk, 'subject') ?? ''],
      read: ({ lines, answering }, talk) =>
        answering || isHappy(talk) ? null : notesOf(lines.filter((line) => wordsIn(line) >= 4 && subjectOf(line, true) !== null)),
      answer: (burst) => {
        const asked = burst.lines.find((line) => line.isQuestion && wordsIn(line) >= 3)
        return openAnswer(burst.lines) ?? leftOrRefused(burst) ?? (asked ? notesOf([asked]) : null)
      },
    },
    /** Which flat, block or house: never a contract's number. Asked only where somebody has to go at once. */
    unit: {
      applies: isLeak,
      read: ({ lines }) => firstOf(lines, ({ folded }) => unitIn(folded)),
      answer: openOrLeft,
    },
    order: {
      applies: (talk) => takesTime(talk) && fact(talk, 'unit') === null,
      read: ({ lines }) => orderIn(lines, ORDER_NAMED),
      answer: (burst) => orderIn(burst.lines, ORDER_BARE) ?? leftOrRefused(burst),
    },
    since: {
      applies: (talk) => isProblem(talk) && !isLeak(talk),
      read: ({ lines }) => firstOf(lines, ({ folded }) => accented(SINCE.exec(folded)?.[1] ?? '') || null),
      answer: ({ lines }) => firstOf(lines, ({ folded }) => timingIn(folded)) ?? openOrLeft({ lines }),
    },
    score: {
      stage: 'pitch',
      applies: isHappy,
      tone: toneOf,
      read: ({ lines }) => firstOf(lines, ({ folded }) => /\bnota (10|\d)\b/.exec(folded)?.[1] ?? null),
      answer: (burst) => {
        const number = firstOf(burst.lines, ({ folded }) => /\b(10|\d)\b(?! ?(?:h|dias|horas))/.exec(folded)?.[1] ?? null)
        return number ?? (/\b(dez|mil|maxima)\b/.test(burst.said) ? '10' : left(burst))
      },
    },
    liked: {
      stage: 'pitch',
      applies: (talk) => isHappy(talk) && fact(talk, 'score') !== null,
      asks: (talk) => [toneOf(fact(talk, 'score'))],
      answer: openOrLeft,
    },
    day: dayTopic(takesTime),
    hour: hourTopic(takesTime),
    phone: phoneTopic((talk) => needsCare(talk) || asksTeam(talk)),
  }),
  usual: ['order', 'since', 'liked'],
  besides: (talk) => fact(talk, 'subject') !== null || onlyAsks(talk),
  knows: ['how'],
  answers: POS_VENDA.answers,
  conclude: (talk) => {
    if (isHappy(talk)) return conclusion(talk, ends.happy, 'fechamento')
    if (isLeak(talk)) return conclusion(talk, ends.leak, 'agendamento')
    return needsCare(talk) ? conclusion(talk, ends.callBack, 'agendamento') : conclusion(talk, ends.asked, 'pitch')
  },
  summary: (talk) => {
    const { facts } = talk.memory
    const particulars = fillKnown(POS_VENDA.particulars, facts).join('; ')
    const callBack = isLeak(talk) ? null : whenText(talk)
    return fillKnown(POS_VENDA.summary, { ...facts, about: aboutOf(talk), particulars, callBack })
  },
}
