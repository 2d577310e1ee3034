import type { AgentType } from '@prosa/contract/entities/agents/agent'
import { STAGES, type Stage } from '@prosa/contract/entities/conversations/conversation'
import type { GuardResult } from '../guard/verdict.ts'
import { parseStage, type TurnDraft, type TurnInput } from '../turn-input.ts'
import { getDaytimeGreeting } from '../understanding/dates/date-time-only.ts'
import { isWithinOpeningHours } from '../understanding/dates/opening-hours.ts'
import type { ParsedMessages } from '../understanding/parse-messages.ts'
import { answerBurst } from './answer-burst.ts'
import {
  formatAppointmentDate,
  formatPreviousDate,
  getCancelledAppointment,
  isMovingExternalAppointment,
} from './appointments/appointment-state.ts'
import { addLikelyAppointmentIntents } from './appointments/likely-appointment-intents.ts'
import { getConclusion } from './ask-next-or-conclude.ts'
import { type DialogueContext, fillPhrase, getFact, isUserCalled, renderPhrase } from './dialogue-context.ts'
import type { DialogueMemory } from './dialogue-memory.ts'
import { getKnowledgeAnswers, removeAnsweredQuestions } from './knowledge-answers.ts'
import ANY from './phrases/any.json' with { type: 'json' }
import PLANS from './phrases/plans.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }
import { closerPlaybook } from './playbooks/closer-playbook.ts'
import { applyAgentBrief, type Playbook } from './playbooks/playbook.ts'
import { posVendaPlaybook } from './playbooks/pos-venda-playbook.ts'
import { sdrPlaybook } from './playbooks/sdr-playbook.ts'
import { isRealName } from './topics/contact-topics.ts'

/** Returns summary sentences for the team about an appointment that was made outside this conversation. */
const describeExternalAppointment = (context: DialogueContext): string[] => {
  const previousDate = formatPreviousDate(context) ?? PLANS.elsewhere
  if (isMovingExternalAppointment(context))
    return [fillPhrase(PLANS.moved.summary, { was: previousDate, when: formatAppointmentDate(context) })]
  const confirms = getFact(context, 'confirms')
  return confirms ? [fillPhrase(PLANS.confirmed.summary, { confirms })] : []
}

const MAX_SUMMARY_SENTENCES = 4

/** Summarizes the conversation for the team in one to four sentences: the lead, their statements and their open questions. */
export const summarizeConversation = (context: DialogueContext, playbook: Playbook): string => {
  const { name, company } = context.lead
  const { questions } = context.memory
  const leadLabel = name && company ? `${name} (${company})` : (name ?? company)
  const sentences = [
    ...describeExternalAppointment(context),
    ...playbook.getSummarySentences(context),
    ...(getFact(context, 'byText') ? [TEAM.summary.byText] : []),
    ...(getCancelledAppointment(context)
      ? [fillPhrase(PLANS.calledOff.summary, { cancelled: getCancelledAppointment(context) })]
      : []),
  ]
  const questionSentences = questions.length > 0 ? [fillPhrase(TEAM.summary.questions, { questions: questions.join('; ') })] : []
  const calledSentences = isUserCalled(context) && sentences.length < 3 ? [TEAM.summary.called] : []
  const selectedSentences = [
    ...sentences.slice(0, MAX_SUMMARY_SENTENCES - questionSentences.length),
    ...questionSentences,
    ...calledSentences,
  ].slice(0, MAX_SUMMARY_SENTENCES)
  const [first = '', ...rest] = selectedSentences
  if (first === '') return fillPhrase(TEAM.summary.arrived, { who: leadLabel })
  const summary = [
    leadLabel ? `${leadLabel}: ${first.charAt(0).toLocaleLowerCase('pt-BR')}${first.slice(1)}` : first,
    ...rest,
  ].join(' ')
  // Quoted words of the lead may already end with punctuation.
  return summary.replaceAll(/([?!…])\./g, '$1')
}

const PLAYBOOKS: Readonly<Record<AgentType, Playbook>> = {
  SDR: sdrPlaybook,
  CLOSER: closerPlaybook,
  POS_VENDA: posVendaPlaybook,
  POST_SALE: posVendaPlaybook,
}

const getPlaybook = ({ agent }: TurnInput): Playbook => applyAgentBrief(PLAYBOOKS[agent.type], agent.brief)

const getLaterStage = (a: Stage, b: Stage): Stage => (STAGES.indexOf(a) >= STAGES.indexOf(b) ? a : b)

/**
 * Returns the greeting: 'Oi, Ana, boa tarde! Aqui é a Clara, assistente virtual da Aurora.' `isUnderWay`: the conversation began before
 * this agent joined, so another greeting is used.
 */
const buildGreeting = (
  context: DialogueContext,
  { purpose }: Playbook,
  style: 'fully' | 'briefly',
  isUnderWay: boolean,
): string => {
  const { agent, now, timeZone } = context.input
  const isAway = style === 'fully' && !isWithinOpeningHours(agent.brief?.hours ?? null, now, timeZone)
  return renderPhrase(context, ANY[isUnderWay ? 'greet again' : (`greet ${style}` as const)], {
    daytime: getDaytimeGreeting(now, timeZone),
    purpose,
    away: isAway ? ANY.away : null,
  })
}

/** Input of the playbook engine, which answers by rules and phrases, without a language model. */
export interface PlaybookInput {
  readonly input: TurnInput
  readonly parsedMessages: ParsedMessages
  readonly guardResult: GuardResult
  readonly memory: DialogueMemory
}

const createDialogueContext = ({ input, parsedMessages, guardResult, memory }: PlaybookInput): DialogueContext => {
  const { name, company, phone, email } = input.lead
  const isHandOverDone = guardResult.wasStateReset || input.conversation.hasUserAnswered
  const context: DialogueContext = {
    input,
    memory: { ...structuredClone(memory), ...(isHandOverDone ? { called: null } : {}) },
    parsedMessages: removeAnsweredQuestions(parsedMessages, input),
    knowledgeAnswers: getKnowledgeAnswers(input, parsedMessages),
    guardResult,
    lead: {
      name: isRealName(name) ? name.trim() : null,
      company: company?.trim() || null,
      phone: phone || null,
      email: email || null,
    },
    leadPatch: {},
    hasPartialAnswer: false,
    meetingChange: null,
  }
  return { ...context, parsedMessages: addLikelyAppointmentIntents(context) }
}

const getConversationStatus = (context: DialogueContext, playbook: Playbook): string => {
  const { memory, guardResult } = context
  if (guardResult.guard.kind === 'stopped') return TEAM.status.stopped
  if (memory.concluded) return getConclusion(context, playbook).status
  if (isUserCalled(context)) return TEAM.status.called
  const waiting = playbook.topics.find(({ key }) => key === memory.pending)?.phrases.waiting
  return waiting === undefined ? TEAM.status.talking : renderPhrase(context, [waiting].flat()[0] ?? '')
}

/** Returns the summary, status text and memory of a turn in which only the safety guard replied. */
export const summarizeGuardTurn = (
  playbookInput: PlaybookInput,
): { summary: string; statusMessage: string; memory: DialogueMemory } => {
  const [context, playbook] = [createDialogueContext(playbookInput), getPlaybook(playbookInput.input)]
  const { verdict } = playbookInput.guardResult
  if (verdict?.kind === 'answers' && verdict.dropsPendingQuestion) context.memory.pending = null
  return {
    summary: summarizeConversation(context, playbook),
    statusMessage: getConversationStatus(context, playbook),
    memory: context.memory,
  }
}

const MAX_BUBBLE_CHARS = 115

/** Joins short parts into chat messages of at most 115 characters. A longer part becomes a message of its own. */
const joinIntoBubbles = (parts: readonly string[]): string[] =>
  parts.reduce<string[]>((bubbles, part) => {
    const last = bubbles.at(-1)
    if (part === '') return bubbles
    if (last === undefined || last.length + part.length > MAX_BUBBLE_CHARS) return [...bubbles, part]
    return [...bubbles.slice(0, -1), `${last} ${part}`]
  }, [])

/** Answers the lead's messages with the playbook of the agent's type. Returns the draft and the new memory without changing the input. */
export const answerByPlaybook = (playbookInput: PlaybookInput): { draft: TurnDraft; memory: DialogueMemory } => {
  const { input } = playbookInput
  const [context, playbook] = [createDialogueContext(playbookInput), getPlaybook(input)]
  const previousStage = parseStage(input.conversation.stage)
  const isFirst = !context.memory.greeted
  const { replies, question, stage, attentionReason, greeting } = answerBurst(context, playbook, isFirst)
  const greetingText =
    isFirst && greeting !== 'not' ? buildGreeting(context, playbook, greeting, previousStage !== 'conexao') : ''
  if (greetingText) context.memory.greeted = true
  const draft: TurnDraft = {
    replies: joinIntoBubbles([greetingText, replies.join(' '), question ?? '']),
    stage: getLaterStage(previousStage, stage),
    summary: summarizeConversation(context, playbook),
    statusMessage: getConversationStatus(context, playbook),
    leadPatch: context.leadPatch,
    attention: attentionReason === null ? null : { reason: attentionReason },
    ...(context.meetingChange ? { meeting: context.meetingChange } : {}),
    ...(context.knowledgeAnswers.length > 0 ? { basis: context.knowledgeAnswers } : {}),
  }
  return { draft, memory: context.memory }
}
