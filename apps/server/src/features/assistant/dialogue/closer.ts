import { saysSomething, timingIn } from '../understanding/business.ts'
import { tidy } from '../understanding/fold.ts'
import { affirmed, isConditional, patternsOf } from '../understanding/patterns.ts'
import type { Line } from '../understanding/understand.ts'
import { emailTopic, nameTopic, phoneTopic } from './contact-topics.ts'
import { anotherTopic, dayTopic, hourTopic, wantsMeeting } from './date-topics.ts'
import PATTERNS from './patterns/closer.json' with { type: 'json' }
import CLOSER from './phrases/closer.json' with { type: 'json' }
import WORRIES from './phrases/worries.json' with { type: 'json' }
import { conclusion, type Playbook, playbookOf } from './playbook.ts'
import { setDate, whenText } from './standing.ts'
import { fact, fill, fillKnown, forget, isCalled, type Talk } from './talk.ts'
import { firstOf, isNoAnswer, openAnswer, openOrLeft, type TopicBody } from './topic.ts'
import { WORRY_WORDS, worryIn, worryLabel, worryTold } from './worries.ts'

const SAID = patternsOf(PATTERNS)

/** Returns true if a line accepts the proposal: not negated, without a condition, and not about something else. */
export const acceptsIn = (lines: readonly Line[]): boolean =>
  lines.some(({ folded, isQuestion }) => {
    const yes = isQuestion || isConditional(folded) ? null : affirmed(folded, SAID.agrees)
    return yes !== null && !SAID.turnsAway.test(yes.input.slice(yes.index + yes[0].length))
  })

/** Returns true if a line rejects the proposal for good: not 'agora não' or 'não fecho sem desconto'. */
export const refusesIn = (lines: readonly Line[]): boolean =>
  lines.some(({ folded, isQuestion }) => !isQuestion && SAID.refuses.test(folded) && !SAID.notYet.test(folded))

const NO_DOUBT = 'nenhuma dúvida'
const proposalIs = (state: string) => (talk: Talk) => fact(talk, 'proposal') === state
const [seen, notSeen, notReceived] = [proposalIs('vista'), proposalIs('não vista'), proposalIs('não recebida')]
const accepted = (talk: Talk) => fact(talk, 'decision') === 'sim'
const refused = (talk: Talk) => fact(talk, 'decision') === 'não'
const isOpen = (talk: Talk) => !accepted(talk) && !refused(talk)
const objection = (talk: Talk) => (isOpen(talk) ? fact(talk, 'objection') : null)
const postponed = (talk: Talk) => objection(talk) === 'tempo'
const wantsTalk = (talk: Talk) =>
  accepted(talk) ||
  (fact(talk, 'callBack') === 'sim' && ((!refused(talk) && !notReceived(talk)) || (objection(talk) !== null && !postponed(talk))))
const signing = (talk: Talk): string => (accepted(talk) ? 'signing' : '')

/** Returns the open point in the lead's words, or null. */
const openPoint = (talk: Talk): string | null => (fact(talk, 'concern') === NO_DOUBT ? null : fact(talk, 'concern'))

/** Returns the lead's answer about the current objection, or null. */
const followUp = (talk: Talk): string | null => fact(talk, `followUp:${objection(talk)}`)

/** Returns 'não vista' if nothing is known about the proposal yet, otherwise null. */
const unseen = (talk: Talk): string | null => (fact(talk, 'proposal') === null ? 'não vista' : null)

/** One question per objection, so that a new objection gets its own question and answer. */
const followUps: Readonly<Record<string, TopicBody>> = Object.fromEntries(
  Object.entries(WORRIES).map(([name, { ask }]) => [
    `followUp:${name}`,
    {
      words: { ask },
      applies: (talk) => objection(talk) === name && fact(talk, 'callBack') !== 'sim',
      answer: ({ lines }) => {
        const held = worryIn(lines)
        if (![null, name].includes(held) || lines.some(({ intents }) => intents.has('meeting'))) return null
        if (held === name && lines.every((line) => line.folded.split(' ').length < 5)) return null
        const resume = name === 'tempo' ? firstOf(lines, ({ folded }) => timingIn(folded)) : null
        // 'O preço, né' is an answer, although it could be a question elsewhere.
        const brief = firstOf(lines, (line) =>
          !line.isQuestion && !isNoAnswer(line) && saysSomething(line.folded) && line.folded.split(' ').length <= 4
            ? tidy(line.raw)
            : null,
        )
        return resume ?? openOrLeft({ lines }) ?? brief
      },
    } satisfies TopicBody,
  ]),
)

const { ends, standing } = CLOSER

/** Returns the lead's position as text: acceptance, rejection, objection or open point. Null if unknown. */
const standingOf = (talk: Talk): string | null => {
  const [worries, concern] = [worryLabel(objection(talk)), fact(talk, 'concern')]
  const more = followUp(talk) ?? fact(talk, 'blocker')
  if (accepted(talk)) return standing.accepted
  if (refused(talk)) return standing.refused
  if (worries) return fill(standing.held, { worries, more })
  if (more) return fill(standing.lacks, { more })
  return concern && (concern === NO_DOUBT ? standing.noDoubt : fill(standing.point, { concern }))
}

/** Playbook of the closing stage: whether the proposal was read, which objection remains, and acceptance with a date. */
export const closer: Playbook = playbookOf(CLOSER, {
  topics: {
    another: anotherTopic,
    // A lead who has rejected the proposal is asked nothing.
    name: { ...nameTopic, applies: (talk) => !refused(talk) && !isCalled(talk) },
    proposal: {
      tone: (value, talk) => (value === 'vista' && (accepted(talk) || objection(talk)) ? 'decided' : value),
      read: ({ lines, said, answering }, talk) => {
        if (SAID.notReceived.test(said) && (answering || said.includes('proposta'))) return 'não recebida'
        if (SAID.seen.test(said) && !/\b(nao|nem) (vi|li|olhei|analisei)\b/.test(said)) return 'vista'
        if (SAID.notSeen.test(said)) return unseen(talk)
        return acceptsIn(lines) || refusesIn(lines) || worryIn(lines) ? 'vista' : null
      },
      answer: ({ said, yes, no }, talk) => {
        if (SAID.notSeen.test(said) || SAID.notSeenAnswered.test(said) || no) return unseen(talk)
        return yes || SAID.seenAnswered.test(said) ? 'vista' : null
      },
    },
    objection: {
      words: WORRY_WORDS,
      read: ({ lines }) => {
        if (acceptsIn(lines) || refusesIn(lines)) return null
        const held = worryTold(lines)
        return held === 'tempo' && lines.some((line) => SAID.notSeen.test(line.folded)) ? null : held
      },
      keep: (_value, talk) => {
        if (!accepted(talk)) return
        // Acceptance followed by an objection is withdrawn, together with the day for signing.
        forget(talk, 'decision')
        setDate(talk, { day: undefined, date: undefined, hour: undefined })
        talk.memory.facts.tookBack = 'sim'
      },
      tone: (value, talk, occasion) => (occasion === 'alert' && fact(talk, 'tookBack') !== null ? 'tookBack' : value),
      values: (talk) => ({ worries: worryLabel(fact(talk, 'objection')) }),
    },
    concern: {
      applies: (talk) => seen(talk) && isOpen(talk) && objection(talk) === null,
      answer: ({ lines, said, yes, no }) => {
        if (worryIn(lines) || acceptsIn(lines) || refusesIn(lines)) return null
        return SAID.nothingOpen.test(said) || no || yes ? NO_DOUBT : openAnswer(lines)
      },
    },
    ...followUps,
    decision: {
      applies: (talk) => seen(talk) && !refused(talk) && objection(talk) === null && openPoint(talk) === null,
      read: ({ lines }) => (acceptsIn(lines) ? 'sim' : refusesIn(lines) ? 'não' : null),
      answer: ({ lines, yes, no, unsure }) => {
        if (worryIn(lines)) return null
        if (no || unsure) return 'ainda não'
        return yes ? 'sim' : null
      },
    },
    blocker: {
      applies: (talk) => fact(talk, 'decision') === 'ainda não' && objection(talk) === null,
      answer: ({ lines }) => (worryIn(lines) ? null : openOrLeft({ lines })),
    },
    callBack: {
      applies: (talk) =>
        isOpen(talk) &&
        !postponed(talk) &&
        (notSeen(talk) || fact(talk, 'blocker') !== null || openPoint(talk) !== null || objection(talk) !== null),
      asks: (talk) => [objection(talk) === 'autoridade' ? 'together' : notSeen(talk) ? 'explain' : ''],
      read: ({ lines }) => (lines.some((line) => line.intents.has('meeting')) ? 'sim' : null),
      answer: (burst, talk) => {
        const wants = worryIn(burst.lines) ? null : wantsMeeting(burst, talk)
        return wants && (wants === 'yes' ? 'sim' : 'não')
      },
    },
    email: emailTopic((talk) => accepted(talk) || notReceived(talk), signing),
    day: dayTopic(wantsTalk, signing),
    hour: hourTopic(wantsTalk),
    phone: phoneTopic(wantsTalk),
  },
  besides: () => true,
  conclude: (talk) => {
    if (accepted(talk)) return conclusion(talk, ends.accepted, 'fechamento')
    if (refused(talk)) return conclusion(talk, ends.refused, 'pitch')
    if (postponed(talk)) return conclusion(talk, ends.postponed, 'pitch', { resume: followUp(talk) })
    if (notReceived(talk)) return conclusion(talk, ends.notReceived, 'qualificacao')
    return whenText(talk) ? conclusion(talk, ends.dated, 'agendamento') : conclusion(talk, ends.open, 'pitch')
  },
  summary: (talk) =>
    fillKnown(CLOSER.summary, {
      proposal: fact(talk, 'proposal'),
      standing: standingOf(talk),
      signs: accepted(talk) ? CLOSER.signs : null,
      when: whenText(talk),
    }),
})
