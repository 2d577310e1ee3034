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

/** Returns sentences for the summary about an appointment that was made outside this conversation, so that only the team knows it. */
const describeExternalAppointment = (talk: DialogueContext): string[] => {
  const was = formatPreviousDate(talk) ?? PLANS.elsewhere
  if (isMovingExternalAppointment(talk)) return [fillPhrase(PLANS.moved.summary, { was, when: formatAppointmentDate(talk) })]
  const confirms = getFact(talk, 'confirms')
  return confirms ? [fillPhrase(PLANS.confirmed.summary, { confirms })] : []
}

const MAX_SUMMARY_SENTENCES = 4

/**
 * Returns a summary of the conversation for the team in one to four sentences: who the lead is, what they said, and what they still want to
 * know.
 */
export const summarizeConversation = (talk: DialogueContext, playbook: Playbook): string => {
  const { name, company } = talk.lead
  const { questions } = talk.memory
  const who = name && company ? `${name} (${company})` : (name ?? company)
  const sentences = [
    ...describeExternalAppointment(talk),
    ...playbook.summary(talk),
    ...(getFact(talk, 'byText') ? [TEAM.summary.byText] : []),
    ...(getCancelledAppointment(talk) ? [fillPhrase(PLANS.calledOff.summary, { cancelled: getCancelledAppointment(talk) })] : []),
  ]
  const open = questions.length > 0 ? [fillPhrase(TEAM.summary.questions, { questions: questions.join('; ') })] : []
  const called = isUserCalled(talk) && sentences.length < 3 ? [TEAM.summary.called] : []
  const kept = [...sentences.slice(0, MAX_SUMMARY_SENTENCES - open.length), ...open, ...called].slice(0, MAX_SUMMARY_SENTENCES)
  const [first = '', ...rest] = kept
  if (first === '') return fillPhrase(TEAM.summary.arrived, { who })
  const told = [who ? `${who}: ${first.charAt(0).toLocaleLowerCase('pt-BR')}${first.slice(1)}` : first, ...rest].join(' ')
  // The lead's own words may already end with punctuation.
  return told.replaceAll(/([?!…])\./g, '$1')
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
 * Returns the greeting: 'Oi, Ana, boa tarde! Aqui é a Clara, assistente virtual da Aurora.' `isUnderWay`: whether the conversation began
 * before this agent; the greeting is then another one.
 */
const buildGreeting = (talk: DialogueContext, { purpose }: Playbook, how: 'fully' | 'briefly', isUnderWay: boolean): string => {
  const { agent, now, timeZone } = talk.input
  const isAway = how === 'fully' && !isWithinOpeningHours(agent.brief?.hours ?? null, now, timeZone)
  return renderPhrase(talk, ANY[isUnderWay ? 'greet again' : (`greet ${how}` as const)], {
    daytime: getDaytimeGreeting(now, timeZone),
    purpose,
    away: isAway ? ANY.away : null,
  })
}

/** Input of the rule-based engine: the turn, the parsed messages, the result of the safety guard, and the conversation's memory. */
export interface PlaybookInput {
  readonly input: TurnInput
  readonly understood: ParsedMessages
  readonly screening: GuardResult
  readonly memory: DialogueMemory
}

const createDialogueContext = ({ input, understood, screening, memory }: PlaybookInput): DialogueContext => {
  const { name, company, phone, email } = input.lead
  const isOver = screening.isRelieved || input.conversation.personAnswered
  const talk: DialogueContext = {
    input,
    memory: { ...structuredClone(memory), ...(isOver ? { called: null } : {}) },
    understood: removeAnsweredQuestions(understood, input),
    known: getKnowledgeAnswers(input, understood),
    screening,
    lead: {
      name: isRealName(name) ? name.trim() : null,
      company: company?.trim() || null,
      phone: phone || null,
      email: email || null,
    },
    patch: {},
    halfway: false,
    meeting: null,
  }
  return { ...talk, understood: addLikelyAppointmentIntents(talk) }
}

const getConversationStatus = (talk: DialogueContext, playbook: Playbook): string => {
  const { memory, screening } = talk
  if (screening.guard.kind === 'stopped') return TEAM.status.stopped
  if (memory.concluded) return getConclusion(talk, playbook).status
  if (isUserCalled(talk)) return TEAM.status.called
  const waiting = playbook.topics.find(({ key }) => key === memory.pending)?.words.waiting
  return waiting === undefined ? TEAM.status.talking : renderPhrase(talk, [waiting].flat()[0] ?? '')
}

/** Returns the summary, the status text and the new memory of a turn that the safety guard answered alone. */
export const summarizeGuardTurn = (given: PlaybookInput): { summary: string; statusMessage: string; memory: DialogueMemory } => {
  const [talk, playbook] = [createDialogueContext(given), getPlaybook(given.input)]
  const { verdict } = given.screening
  if (verdict?.kind === 'answers' && verdict.drops) talk.memory.pending = null
  return {
    summary: summarizeConversation(talk, playbook),
    statusMessage: getConversationStatus(talk, playbook),
    memory: talk.memory,
  }
}

const MAX_BUBBLE_CHARS = 115

/** Joins short parts into chat messages of at most 115 characters. A longer part becomes a message of its own. */
const joinIntoBubbles = (parts: readonly string[]): string[] =>
  parts.reduce<string[]>((sent, part) => {
    const last = sent.at(-1)
    if (part === '') return sent
    if (last === undefined || last.length + part.length > MAX_BUBBLE_CHARS) return [...sent, part]
    return [...sent.slice(0, -1), `${last} ${part}`]
  }, [])

/** Answers the lead's messages with the playbook of the agent's type. Returns the draft and the new memory. A pure function. */
export const answerByPlaybook = (given: PlaybookInput): { draft: TurnDraft; memory: DialogueMemory } => {
  const { input } = given
  const [talk, playbook] = [createDialogueContext(given), getPlaybook(input)]
  const before = parseStage(input.conversation.stage)
  const isFirst = !talk.memory.greeted
  const { said, question, stage, reason, greets } = answerBurst(talk, playbook, isFirst)
  const hello = isFirst && greets !== 'not' ? buildGreeting(talk, playbook, greets, before !== 'conexao') : ''
  if (hello) talk.memory.greeted = true
  const draft: TurnDraft = {
    replies: joinIntoBubbles([hello, said.join(' '), question ?? '']),
    stage: getLaterStage(before, stage),
    summary: summarizeConversation(talk, playbook),
    statusMessage: getConversationStatus(talk, playbook),
    leadPatch: talk.patch,
    attention: reason === null ? null : { reason },
    ...(talk.meeting ? { meeting: talk.meeting } : {}),
    ...(talk.known.length > 0 ? { basis: talk.known } : {}),
  }
  return { draft, memory: talk.memory }
}
