import { timingIn, withoutGreeting } from '../understanding/business.ts'
import { unitIn, withoutUnit } from '../understanding/contact.ts'
import { tidy } from '../understanding/fold.ts'
import { affirmed, denied, patternsOf, valueIn } from '../understanding/patterns.ts'
import type { Line } from '../understanding/understand.ts'
import { nameTopic, phoneTopic } from './contact-topics.ts'
import { anotherTopic, dayTopic, hourTopic } from './date-topics.ts'
import PATTERNS from './patterns/subjects.json' with { type: 'json' }
import POS_VENDA from './phrases/pos-venda.json' with { type: 'json' }
import { conclusion, type Playbook, playbookOf } from './playbook.ts'
import { dateNow, isMoving, oldDate, whenText } from './standing.ts'
import { fact, fill, fillKnown, type Talk } from './talk.ts'
import { firstOf, left, leftOrRefused, openAnswer, openOrLeft } from './topic.ts'

/** Subjects of a customer's messages, most serious first. */
const SUBJECTS = patternsOf(PATTERNS)

/** Matches words for trouble, which may be negated: 'sem problemas'. */
const TROUBLE = /\b(problema\w*|defeito\w*|dor|reclam\w+|erro|atraso\w*)\b/
const DENIED_TROUBLE = new RegExp(`\\b(nao|nem|sem|nenhum|nunca)\\b.{0,25}${TROUBLE.source}`, 'g')

/** Removes an introductory word that is not praise: 'Bom, é o seguinte'. */
const withoutStart = (folded: string): string => folded.replace(/^(bom|bem|boa|otimo) ?, ?(?=\p{L}+ \p{L}+)/u, '')

/** Returns the subject of a line, or null. Negated praise is a problem; negated trouble is none. */
const subjectSaid = (folded: string): string | null => {
  const found = valueIn(folded, SUBJECTS)
  if (found === 'satisfação') return affirmed(folded, SUBJECTS.satisfação) === null ? 'problema' : found
  const isDenied = found === 'problema' && denied(folded, TROUBLE) && !/\b(nao|nem) (consig\w+|funciona|liga|abre)/.test(folded)
  return isDenied ? valueIn(folded.replace(DENIED_TROUBLE, ' '), SUBJECTS) : found
}

const subjectOf = (line: Line, answering: boolean): string | null => {
  const praises = /\b(gost\w+|ador\w+|amei|otim[oa]|excelente|recomendo|satisfeit[oa])\b/.test(line.folded)
  const isPolite = line.isQuestion || (line.intents.has('greeting') && !praises) || (!answering && line.folded.length < 12)
  const found = subjectSaid(withoutStart(line.folded))
  const fallback = line.matters.length > 0 ? 'dúvida' : null
  return found === 'satisfação' && isPolite ? fallback : (found ?? fallback)
}

const ofAppointment = ({ intents }: Line): string | null => {
  if (intents.has('reschedule')) return 'remarcação'
  return intents.has('meeting') ? 'agendamento' : null
}
const APPOINTMENTS: readonly string[] = ['remarcação', 'agendamento']
/** Returns true if a subject is an appointment with the team. */
const isOfAppointment = (subject: string | null): boolean => subject !== null && APPOINTMENTS.includes(subject)

/** Returns the most serious subject: 'adorei o atendimento, mas quebrou' is a problem. */
const subjectIn = (lines: readonly Line[], answering: boolean): string | null => {
  const found = lines.map(
    (line) =>
      subjectOf(line, answering) ?? (line.intents.has('angry') || line.intents.has('leak') ? 'problema' : ofAppointment(line)),
  )
  return [...Object.keys(SUBJECTS), ...APPOINTMENTS].find((name) => found.includes(name)) ?? null
}

const is =
  (...subjects: readonly string[]) =>
  (talk: Talk) =>
    subjects.includes(fact(talk, 'subject') ?? '')
const isProblem = is('problema')
const needsCare = is('problema', 'cancelamento')
const isHappy = is('satisfação')
const asksTeam = is('dúvida', 'nova compra', 'agendamento', 'remarcação', 'outro assunto')

/** Returns true for a water leak. It is urgent, so only the place and the contact are asked for. */
const isLeak = (talk: Talk) => fact(talk, 'leak') !== null
const takesTime = (talk: Talk) => needsCare(talk) && !isLeak(talk)

/** Returns true if an appointment exists or is being moved. A mention of it is then not a new subject. */
const hasAppointment = (talk: Talk) => dateNow(talk).day !== undefined || isMoving(talk) || oldDate(talk) !== null

/** Returns true if nothing went wrong and the lead only requests something. */
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
/** Returns since when a problem exists, with accents restored: 'ha tres dias' becomes 'há três dias'. */
const sinceIn = ({ folded }: Line): string | null => tidy(SINCE.exec(folded)?.[1]?.replace(/^(faz|ha)\b/, 'há') ?? '') || null

const toneOf = (score: string | null): string => {
  const grade = Number(score)
  if (grade >= 9) return 'delighted'
  return grade >= 7 ? 'content' : 'unhappy'
}

/** Returns the subject of the conversation as text for the team. */
const aboutOf = (talk: Talk): string | null => {
  const { subject, details, score } = talk.memory.facts
  if (!subject) return null
  if (!isHappy(talk)) return fill(POS_VENDA.about, { subject, details })
  return score && toneOf(score) === 'unhappy' ? POS_VENDA['about ressalvas'] : POS_VENDA['about satisfação']
}

const { ends } = POS_VENDA

/** Playbook of after-sales: listens first, hands problems over to a user, asks satisfied customers for a score. */
export const posVenda: Playbook = playbookOf(POS_VENDA, {
  topics: {
    another: anotherTopic,
    name: nameTopic,
    subject: {
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
        const asked = burst.lines.find((line) => line.isQuestion && line.intents.size === 0 && wordsIn(line) >= 3)
        return openAnswer(burst.lines) ?? leftOrRefused(burst) ?? (asked ? notesOf([asked]) : null)
      },
    },
    /** Topic for the flat, block or house, not a contract number. Asked only if a technician must go there at once. */
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
      read: ({ lines }, talk) => (isProblem(talk) ? firstOf(lines, sinceIn) : null),
      answer: ({ lines }) => firstOf(lines, ({ folded }) => timingIn(folded)) ?? openOrLeft({ lines }),
    },
    score: {
      applies: isHappy,
      tone: toneOf,
      read: ({ lines }) => firstOf(lines, ({ folded }) => /\bnota (10|\d)\b/.exec(folded)?.[1] ?? null),
      answer: (burst) => {
        const number = firstOf(burst.lines, ({ folded }) => /\b(10|\d)\b(?! ?(?:h|dias|horas))/.exec(folded)?.[1] ?? null)
        return number ?? (/\b(dez|mil|maxima)\b/.test(burst.said) ? '10' : left(burst))
      },
    },
    liked: {
      applies: (talk) => isHappy(talk) && fact(talk, 'score') !== null,
      asks: (talk) => [toneOf(fact(talk, 'score'))],
      answer: openOrLeft,
    },
    day: dayTopic(takesTime),
    hour: hourTopic(takesTime),
    phone: phoneTopic((talk) => needsCare(talk) || asksTeam(talk)),
  },
  besides: (talk) => fact(talk, 'subject') !== null || onlyAsks(talk),
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
})
