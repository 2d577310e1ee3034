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

/** Returns true if a sentence accepts the proposal without negation or condition. Questions do not count. */
export const detectAcceptance = (lines: readonly ParsedLine[]): boolean =>
  lines.some(({ normalizedText, isQuestion }) => {
    const match = isQuestion || isConditional(normalizedText) ? null : matchAffirmed(normalizedText, MATCHERS.agrees)
    return match !== null && !MATCHERS.turnsAway.test(match.input.slice(match.index + match[0].length))
  })

/** Returns true if a sentence rejects the proposal for good. 'Agora não' and 'não fecho sem desconto' do not count. */
export const detectProposalRefusal = (lines: readonly ParsedLine[]): boolean =>
  lines.some(
    ({ normalizedText, isQuestion }) =>
      !isQuestion && MATCHERS.refuses.test(normalizedText) && !MATCHERS.notYet.test(normalizedText),
  )

const NO_DOUBT = 'nenhuma dúvida'
const isProposalState = (state: string) => (context: DialogueContext) => getFact(context, 'proposal') === state
const [hasSeenProposal, hasNotSeenProposal, hasNotReceivedProposal] = [
  isProposalState('vista'),
  isProposalState('não vista'),
  isProposalState('não recebida'),
]
const hasAccepted = (context: DialogueContext) => getFact(context, 'decision') === 'sim'
const hasRefused = (context: DialogueContext) => getFact(context, 'decision') === 'não'
const isUndecided = (context: DialogueContext) => !hasAccepted(context) && !hasRefused(context)
const getCurrentObjection = (context: DialogueContext) => (isUndecided(context) ? getFact(context, 'objection') : null)
const isPostponed = (context: DialogueContext) => getCurrentObjection(context) === 'tempo'
const wantsConversation = (context: DialogueContext) =>
  hasAccepted(context) ||
  (getFact(context, 'callBack') === 'sim' &&
    ((!hasRefused(context) && !hasNotReceivedProposal(context)) ||
      (getCurrentObjection(context) !== null && !isPostponed(context))))
const getSigningVariant = (context: DialogueContext): string => (hasAccepted(context) ? 'signing' : '')

/** Returns the lead's open question about the proposal in their own words. Returns null if there is none. */
const getOpenPoint = (context: DialogueContext): string | null =>
  getFact(context, 'concern') === NO_DOUBT ? null : getFact(context, 'concern')

/** Returns the answer to the follow-up question about the current objection, or null. */
const getObjectionAnswer = (context: DialogueContext): string | null =>
  getFact(context, `followUp:${getCurrentObjection(context)}`)

/** Returns 'não vista' (not seen) if it is unknown whether the lead has read the proposal. Returns null otherwise. */
const getUnseenProposal = (context: DialogueContext): string | null =>
  getFact(context, 'proposal') === null ? 'não vista' : null

/** One follow-up question per objection, so that each new objection gets its own question and answer. */
const followUps: Readonly<Record<string, TopicBehavior>> = Object.fromEntries(
  Object.entries(WORRIES).map(([name, { ask }]) => [
    `followUp:${name}`,
    {
      phrases: { ask },
      isApplicable: (context) => getCurrentObjection(context) === name && getFact(context, 'callBack') !== 'sim',
      extractAnswer: ({ lines }) => {
        const statedObjection = detectObjection(lines)
        if (![null, name].includes(statedObjection) || lines.some(({ intents }) => intents.has('meeting'))) return null
        if (statedObjection === name && lines.every((line) => line.normalizedText.split(' ').length < 5)) return null
        const resume = name === 'tempo' ? findFirstValue(lines, ({ normalizedText }) => extractTiming(normalizedText)) : null
        // 'O preço, né' is a short answer here.
        const shortAnswer = findFirstValue(lines, (line) =>
          !line.isQuestion &&
          !isNotAnAnswer(line) &&
          hasContent(line.normalizedText) &&
          line.normalizedText.split(' ').length <= 4
            ? cleanUpText(line.raw)
            : null,
        )
        return resume ?? extractOptionalAnswer({ lines }) ?? shortAnswer
      },
    } satisfies TopicBehavior,
  ]),
)

const { ends, standing } = CLOSER

/** Returns the lead's position for the team: acceptance, rejection, objection or open question. Returns null if it is unknown. */
const formatLeadPosition = (context: DialogueContext): string | null => {
  const [worries, concern] = [getObjectionLabel(getCurrentObjection(context)), getFact(context, 'concern')]
  const objectionDetail = getObjectionAnswer(context) ?? getFact(context, 'blocker')
  if (hasAccepted(context)) return standing.accepted
  if (hasRefused(context)) return standing.refused
  if (worries) return fillPhrase(standing.held, { worries, more: objectionDetail })
  if (objectionDetail) return fillPhrase(standing.lacks, { more: objectionDetail })
  return concern && (concern === NO_DOUBT ? standing.noDoubt : fillPhrase(standing.point, { concern }))
}

/**
 * Playbook for the closing stage: asks whether the lead has read the proposal, handles objections, and arranges a date after an acceptance.
 */
export const closerPlaybook: Playbook = createPlaybook(CLOSER, {
  topics: {
    another: anotherDayTopic,
    // After a rejection, the agent does not ask for the name.
    name: { ...nameTopic, isApplicable: (context) => !hasRefused(context) && !isUserCalled(context) },
    proposal: {
      getPhrasingVariant: (value, context) =>
        value === 'vista' && (hasAccepted(context) || getCurrentObjection(context)) ? 'decided' : value,
      extract: ({ lines, text, wasAsked }, context) => {
        if (MATCHERS.notReceived.test(text) && (wasAsked || text.includes('proposta'))) return 'não recebida'
        if (MATCHERS.seen.test(text) && !/\b(nao|nem) (vi|li|olhei|analisei)\b/.test(text)) return 'vista'
        if (MATCHERS.notSeen.test(text)) return getUnseenProposal(context)
        return detectAcceptance(lines) || detectProposalRefusal(lines) || detectObjection(lines) ? 'vista' : null
      },
      extractAnswer: ({ text, isAffirmative, isNegative }, context) => {
        if (MATCHERS.notSeen.test(text) || MATCHERS.notSeenAnswered.test(text) || isNegative) return getUnseenProposal(context)
        return isAffirmative || MATCHERS.seenAnswered.test(text) ? 'vista' : null
      },
    },
    objection: {
      phrases: OBJECTION_ACKNOWLEDGEMENTS,
      extract: ({ lines }) => {
        if (detectAcceptance(lines) || detectProposalRefusal(lines)) return null
        const statedObjection = detectStatedObjection(lines)
        return statedObjection === 'tempo' && lines.some((line) => MATCHERS.notSeen.test(line.normalizedText))
          ? null
          : statedObjection
      },
      store: (_value, context) => {
        if (!hasAccepted(context)) return
        // An objection after the acceptance cancels the acceptance and the date for signing.
        deleteFacts(context, 'decision')
        setAppointmentDate(context, { day: undefined, date: undefined, hour: undefined })
        context.memory.facts.tookBack = 'sim'
      },
      getPhrasingVariant: (value, context, occasion) =>
        occasion === 'alert' && getFact(context, 'tookBack') !== null ? 'tookBack' : value,
      getPhraseValues: (context) => ({ worries: getObjectionLabel(getFact(context, 'objection')) }),
    },
    concern: {
      isApplicable: (context) => hasSeenProposal(context) && isUndecided(context) && getCurrentObjection(context) === null,
      extractAnswer: ({ lines, text, isAffirmative, isNegative }) => {
        if (detectObjection(lines) || detectAcceptance(lines) || detectProposalRefusal(lines)) return null
        return MATCHERS.nothingOpen.test(text) || isNegative || isAffirmative ? NO_DOUBT : extractOpenAnswer(lines)
      },
    },
    ...followUps,
    decision: {
      isApplicable: (context) =>
        hasSeenProposal(context) &&
        !hasRefused(context) &&
        getCurrentObjection(context) === null &&
        getOpenPoint(context) === null,
      extract: ({ lines }) => (detectAcceptance(lines) ? 'sim' : detectProposalRefusal(lines) ? 'não' : null),
      extractAnswer: ({ lines, isAffirmative, isNegative, isUnsure }) => {
        if (detectObjection(lines)) return null
        if (isNegative || isUnsure) return 'ainda não'
        return isAffirmative ? 'sim' : null
      },
    },
    blocker: {
      isApplicable: (context) => getFact(context, 'decision') === 'ainda não' && getCurrentObjection(context) === null,
      extractAnswer: ({ lines }) => (detectObjection(lines) ? null : extractOptionalAnswer({ lines })),
    },
    callBack: {
      isApplicable: (context) =>
        isUndecided(context) &&
        !isPostponed(context) &&
        (hasNotSeenProposal(context) ||
          getFact(context, 'blocker') !== null ||
          getOpenPoint(context) !== null ||
          getCurrentObjection(context) !== null),
      getQuestionVariants: (context) => [
        getCurrentObjection(context) === 'autoridade' ? 'together' : hasNotSeenProposal(context) ? 'explain' : '',
      ],
      extract: ({ lines }) => (lines.some((line) => line.intents.has('meeting')) ? 'sim' : null),
      extractAnswer: (input, context) => {
        const answer = detectObjection(input.lines) ? null : wantsMeeting(input, context)
        return answer && (answer === 'yes' ? 'sim' : 'não')
      },
    },
    email: emailTopic((context) => hasAccepted(context) || hasNotReceivedProposal(context), getSigningVariant),
    day: dayTopic(wantsConversation, getSigningVariant),
    hour: hourTopic(wantsConversation),
    phone: phoneTopic(wantsConversation),
  },
  mayAskSomethingElse: () => true,
  conclude: (context) => {
    if (hasAccepted(context)) return buildConclusion(context, ends.accepted, 'fechamento')
    if (hasRefused(context)) return buildConclusion(context, ends.refused, 'pitch')
    if (isPostponed(context)) return buildConclusion(context, ends.postponed, 'pitch', { resume: getObjectionAnswer(context) })
    if (hasNotReceivedProposal(context)) return buildConclusion(context, ends.notReceived, 'qualificacao')
    return formatAppointmentDate(context)
      ? buildConclusion(context, ends.dated, 'agendamento')
      : buildConclusion(context, ends.open, 'pitch')
  },
  getSummarySentences: (context) =>
    fillKnownPhrases(CLOSER.summary, {
      proposal: getFact(context, 'proposal'),
      standing: formatLeadPosition(context),
      signs: hasAccepted(context) ? CLOSER.signs : null,
      when: formatAppointmentDate(context),
    }),
})
