import type { ParsedLine } from '../../understanding/parse-messages.ts'
import { compilePatterns, isConditional, matchAffirmed } from '../../understanding/patterns.ts'
import { cleanUpText } from '../../understanding/text/normalize-text.ts'
import { extractTiming, hasContent } from '../../understanding/values/business-facts.ts'
import { formatAppointmentDate, setAppointmentDate } from '../appointments/appointment-state.ts'
import { type DialogueContext, deleteFacts, fillKnownPhrases, fillPhrase, getFact, isUserCalled } from '../dialogue-context.ts'
import PATTERNS from '../patterns/closer.json' with { type: 'json' }
import CLOSER from '../phrases/closer.json' with { type: 'json' }
import WORRIES from '../phrases/worries.json' with { type: 'json' }
import { emailTopic, nameTopic, phoneTopic } from '../topics/contact-topics.ts'
import { anotherDayTopic, dayTopic, hourTopic, wantsMeeting } from '../topics/date-topics.ts'
import { extractOpenAnswer, extractOptionalAnswer, findFirstValue, isNotAnAnswer, type TopicBehavior } from '../topics/topic.ts'
import { detectObjection, detectStatedObjection, getObjectionLabel, OBJECTION_ACKNOWLEDGEMENTS } from './objections.ts'
import { buildConclusion, createPlaybook, type Playbook } from './playbook.ts'

const MATCHERS = compilePatterns(PATTERNS)

/** Returns true if a sentence accepts the proposal, without negation or condition, and is not a question. */
export const detectAcceptance = (lines: readonly ParsedLine[]): boolean =>
  lines.some(({ folded, isQuestion }) => {
    const yes = isQuestion || isConditional(folded) ? null : matchAffirmed(folded, MATCHERS.agrees)
    return yes !== null && !MATCHERS.turnsAway.test(yes.input.slice(yes.index + yes[0].length))
  })

/** Returns true if a sentence rejects the proposal for good. Returns false for 'agora não' and 'não fecho sem desconto'. */
export const detectProposalRefusal = (lines: readonly ParsedLine[]): boolean =>
  lines.some(({ folded, isQuestion }) => !isQuestion && MATCHERS.refuses.test(folded) && !MATCHERS.notYet.test(folded))

const NO_DOUBT = 'nenhuma dúvida'
const proposalIs = (state: string) => (talk: DialogueContext) => getFact(talk, 'proposal') === state
const [seen, notSeen, notReceived] = [proposalIs('vista'), proposalIs('não vista'), proposalIs('não recebida')]
const accepted = (talk: DialogueContext) => getFact(talk, 'decision') === 'sim'
const refused = (talk: DialogueContext) => getFact(talk, 'decision') === 'não'
const isUndecided = (talk: DialogueContext) => !accepted(talk) && !refused(talk)
const objection = (talk: DialogueContext) => (isUndecided(talk) ? getFact(talk, 'objection') : null)
const postponed = (talk: DialogueContext) => objection(talk) === 'tempo'
const wantsConversation = (talk: DialogueContext) =>
  accepted(talk) ||
  (getFact(talk, 'callBack') === 'sim' &&
    ((!refused(talk) && !notReceived(talk)) || (objection(talk) !== null && !postponed(talk))))
const getSigningVariant = (talk: DialogueContext): string => (accepted(talk) ? 'signing' : '')

/** Returns the lead's open question about the proposal in their own words, or null. */
const getOpenPoint = (talk: DialogueContext): string | null =>
  getFact(talk, 'concern') === NO_DOUBT ? null : getFact(talk, 'concern')

/** Returns the lead's answer to the follow-up question about the current objection, or null. */
const getObjectionAnswer = (talk: DialogueContext): string | null => getFact(talk, `followUp:${objection(talk)}`)

/** Returns 'não vista' (not seen) if it is not yet known whether the lead has read the proposal, otherwise null. */
const getUnseenProposal = (talk: DialogueContext): string | null => (getFact(talk, 'proposal') === null ? 'não vista' : null)

/** Follow-up topics: one question per objection, so that a new objection gets its own question and answer. */
const followUps: Readonly<Record<string, TopicBehavior>> = Object.fromEntries(
  Object.entries(WORRIES).map(([name, { ask }]) => [
    `followUp:${name}`,
    {
      words: { ask },
      applies: (talk) => objection(talk) === name && getFact(talk, 'callBack') !== 'sim',
      answer: ({ lines }) => {
        const held = detectObjection(lines)
        if (![null, name].includes(held) || lines.some(({ intents }) => intents.has('meeting'))) return null
        if (held === name && lines.every((line) => line.folded.split(' ').length < 5)) return null
        const resume = name === 'tempo' ? findFirstValue(lines, ({ folded }) => extractTiming(folded)) : null
        // 'O preço, né' is an answer, although it could be a question elsewhere.
        const brief = findFirstValue(lines, (line) =>
          !line.isQuestion && !isNotAnAnswer(line) && hasContent(line.folded) && line.folded.split(' ').length <= 4
            ? cleanUpText(line.raw)
            : null,
        )
        return resume ?? extractOptionalAnswer({ lines }) ?? brief
      },
    } satisfies TopicBehavior,
  ]),
)

const { ends, standing } = CLOSER

/** Returns the lead's position as text for the team: acceptance, rejection, objection or open question. Returns null if it is unknown. */
const formatLeadPosition = (talk: DialogueContext): string | null => {
  const [worries, concern] = [getObjectionLabel(objection(talk)), getFact(talk, 'concern')]
  const more = getObjectionAnswer(talk) ?? getFact(talk, 'blocker')
  if (accepted(talk)) return standing.accepted
  if (refused(talk)) return standing.refused
  if (worries) return fillPhrase(standing.held, { worries, more })
  if (more) return fillPhrase(standing.lacks, { more })
  return concern && (concern === NO_DOUBT ? standing.noDoubt : fillPhrase(standing.point, { concern }))
}

/**
 * Playbook of the closing stage: asks whether the lead has read the proposal, handles objections, and agrees on a date once the lead
 * accepts.
 */
export const closerPlaybook: Playbook = createPlaybook(CLOSER, {
  topics: {
    another: anotherDayTopic,
    // A lead who has rejected the proposal is asked nothing.
    name: { ...nameTopic, applies: (talk) => !refused(talk) && !isUserCalled(talk) },
    proposal: {
      tone: (value, talk) => (value === 'vista' && (accepted(talk) || objection(talk)) ? 'decided' : value),
      read: ({ lines, said, answering }, talk) => {
        if (MATCHERS.notReceived.test(said) && (answering || said.includes('proposta'))) return 'não recebida'
        if (MATCHERS.seen.test(said) && !/\b(nao|nem) (vi|li|olhei|analisei)\b/.test(said)) return 'vista'
        if (MATCHERS.notSeen.test(said)) return getUnseenProposal(talk)
        return detectAcceptance(lines) || detectProposalRefusal(lines) || detectObjection(lines) ? 'vista' : null
      },
      answer: ({ said, yes, no }, talk) => {
        if (MATCHERS.notSeen.test(said) || MATCHERS.notSeenAnswered.test(said) || no) return getUnseenProposal(talk)
        return yes || MATCHERS.seenAnswered.test(said) ? 'vista' : null
      },
    },
    objection: {
      words: OBJECTION_ACKNOWLEDGEMENTS,
      read: ({ lines }) => {
        if (detectAcceptance(lines) || detectProposalRefusal(lines)) return null
        const held = detectStatedObjection(lines)
        return held === 'tempo' && lines.some((line) => MATCHERS.notSeen.test(line.folded)) ? null : held
      },
      keep: (_value, talk) => {
        if (!accepted(talk)) return
        // An objection after the acceptance withdraws the acceptance, together with the day for signing.
        deleteFacts(talk, 'decision')
        setAppointmentDate(talk, { day: undefined, date: undefined, hour: undefined })
        talk.memory.facts.tookBack = 'sim'
      },
      tone: (value, talk, occasion) => (occasion === 'alert' && getFact(talk, 'tookBack') !== null ? 'tookBack' : value),
      values: (talk) => ({ worries: getObjectionLabel(getFact(talk, 'objection')) }),
    },
    concern: {
      applies: (talk) => seen(talk) && isUndecided(talk) && objection(talk) === null,
      answer: ({ lines, said, yes, no }) => {
        if (detectObjection(lines) || detectAcceptance(lines) || detectProposalRefusal(lines)) return null
        return MATCHERS.nothingOpen.test(said) || no || yes ? NO_DOUBT : extractOpenAnswer(lines)
      },
    },
    ...followUps,
    decision: {
      applies: (talk) => seen(talk) && !refused(talk) && objection(talk) === null && getOpenPoint(talk) === null,
      read: ({ lines }) => (detectAcceptance(lines) ? 'sim' : detectProposalRefusal(lines) ? 'não' : null),
      answer: ({ lines, yes, no, unsure }) => {
        if (detectObjection(lines)) return null
        if (no || unsure) return 'ainda não'
        return yes ? 'sim' : null
      },
    },
    blocker: {
      applies: (talk) => getFact(talk, 'decision') === 'ainda não' && objection(talk) === null,
      answer: ({ lines }) => (detectObjection(lines) ? null : extractOptionalAnswer({ lines })),
    },
    callBack: {
      applies: (talk) =>
        isUndecided(talk) &&
        !postponed(talk) &&
        (notSeen(talk) || getFact(talk, 'blocker') !== null || getOpenPoint(talk) !== null || objection(talk) !== null),
      asks: (talk) => [objection(talk) === 'autoridade' ? 'together' : notSeen(talk) ? 'explain' : ''],
      read: ({ lines }) => (lines.some((line) => line.intents.has('meeting')) ? 'sim' : null),
      answer: (burst, talk) => {
        const wants = detectObjection(burst.lines) ? null : wantsMeeting(burst, talk)
        return wants && (wants === 'yes' ? 'sim' : 'não')
      },
    },
    email: emailTopic((talk) => accepted(talk) || notReceived(talk), getSigningVariant),
    day: dayTopic(wantsConversation, getSigningVariant),
    hour: hourTopic(wantsConversation),
    phone: phoneTopic(wantsConversation),
  },
  besides: () => true,
  conclude: (talk) => {
    if (accepted(talk)) return buildConclusion(talk, ends.accepted, 'fechamento')
    if (refused(talk)) return buildConclusion(talk, ends.refused, 'pitch')
    if (postponed(talk)) return buildConclusion(talk, ends.postponed, 'pitch', { resume: getObjectionAnswer(talk) })
    if (notReceived(talk)) return buildConclusion(talk, ends.notReceived, 'qualificacao')
    return formatAppointmentDate(talk)
      ? buildConclusion(talk, ends.dated, 'agendamento')
      : buildConclusion(talk, ends.open, 'pitch')
  },
  summary: (talk) =>
    fillKnownPhrases(CLOSER.summary, {
      proposal: getFact(talk, 'proposal'),
      standing: formatLeadPosition(talk),
      signs: accepted(talk) ? CLOSER.signs : null,
      when: formatAppointmentDate(talk),
    }),
})
