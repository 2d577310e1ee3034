import type { AgentType } from '@prosa/contract/entities/agent'
import { STAGES, type Stage } from '@prosa/contract/entities/conversation'
import { type Draft, readStage, type TurnInput } from '../decision.ts'
import type { Screening } from '../guard/verdict.ts'
import { isOpen } from '../understanding/open-times.ts'
import type { Understood } from '../understanding/understand.ts'
import { greetingAt } from '../understanding/when.ts'
import { closer } from './closer.ts'
import { isRealName } from './contact-topics.ts'
import { converse } from './converse.ts'
import { endOf } from './go-on.ts'
import { knownOf, withoutKnown } from './known.ts'
import { withLeanings } from './leanings.ts'
import type { DialogueMemory } from './memory.ts'
import ANY from './phrases/any.json' with { type: 'json' }
import PLANS from './phrases/plans.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }
import { type Playbook, withBrief } from './playbook.ts'
import { posVenda } from './pos-venda.ts'
import { sdr } from './sdr.ts'
import { cancelled, isMoving, movedFrom, whenText } from './standing.ts'
import { fact, fill, isCalled, type Talk, tell } from './talk.ts'

/** Returns sentences about an appointment that only the team knows. */
const elsewhere = (talk: Talk): string[] => {
  const was = movedFrom(talk) ?? PLANS.elsewhere
  if (isMoving(talk)) return [fill(PLANS.moved.summary, { was, when: whenText(talk) })]
  const confirms = fact(talk, 'confirms')
  return confirms ? [fill(PLANS.confirmed.summary, { confirms })] : []
}

const MOST_SENTENCES = 4

/** Returns a summary of one to four sentences for the team: who the lead is, what they said, what they still want to know. */
export const summarise = (talk: Talk, playbook: Playbook): string => {
  const { name, company } = talk.lead
  const { questions } = talk.memory
  const who = name && company ? `${name} (${company})` : (name ?? company)
  const sentences = [
    ...elsewhere(talk),
    ...playbook.summary(talk),
    ...(fact(talk, 'byText') ? [TEAM.summary.byText] : []),
    ...(cancelled(talk) ? [fill(PLANS.calledOff.summary, { cancelled: cancelled(talk) })] : []),
  ]
  const open = questions.length > 0 ? [fill(TEAM.summary.questions, { questions: questions.join('; ') })] : []
  const called = isCalled(talk) && sentences.length < 3 ? [TEAM.summary.called] : []
  const kept = [...sentences.slice(0, MOST_SENTENCES - open.length), ...open, ...called].slice(0, MOST_SENTENCES)
  const [first = '', ...rest] = kept
  if (first === '') return fill(TEAM.summary.arrived, { who })
  const told = [who ? `${who}: ${first.charAt(0).toLocaleLowerCase('pt-BR')}${first.slice(1)}` : first, ...rest].join(' ')
  // A lead's text may end with punctuation of its own.
  return told.replaceAll(/([?!…])\./g, '$1')
}

const PLAYBOOKS: Readonly<Record<AgentType, Playbook>> = { SDR: sdr, CLOSER: closer, POS_VENDA: posVenda, POST_SALE: posVenda }

const playbookFor = ({ agent }: TurnInput): Playbook => withBrief(PLAYBOOKS[agent.type], agent.brief)

const further = (a: Stage, b: Stage): Stage => (STAGES.indexOf(a) >= STAGES.indexOf(b) ? a : b)

/**
 * Returns the greeting: 'Oi, Ana, boa tarde! Aqui é a Clara, assistente virtual da Aurora.' Uses another one if the conversation began
 * before this playbook.
 */
const greet = (talk: Talk, { purpose }: Playbook, how: 'fully' | 'briefly', isUnderWay: boolean): string => {
  const { agent, now, timeZone } = talk.input
  const isAway = how === 'fully' && !isOpen(agent.brief?.hours ?? null, now, timeZone)
  return tell(talk, ANY[isUnderWay ? 'greet again' : (`greet ${how}` as const)], {
    daytime: greetingAt(now, timeZone),
    purpose,
    away: isAway ? ANY.away : null,
  })
}

/** Input of the rule-based engine: the turn, the guard's result and the memory. */
export interface Given {
  readonly input: TurnInput
  readonly understood: Understood
  readonly screening: Screening
  readonly memory: DialogueMemory
}

const talkOf = ({ input, understood, screening, memory }: Given): Talk => {
  const { name, company, phone, email } = input.lead
  const isOver = screening.isRelieved || input.conversation.personAnswered
  const talk: Talk = {
    input,
    memory: { ...structuredClone(memory), ...(isOver ? { called: null } : {}) },
    understood: withoutKnown(understood, input),
    known: knownOf(input, understood),
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
  return { ...talk, understood: withLeanings(talk) }
}

const statusOf = (talk: Talk, playbook: Playbook): string => {
  const { memory, screening } = talk
  if (screening.guard.kind === 'stopped') return TEAM.status.stopped
  if (memory.concluded) return endOf(talk, playbook).status
  if (isCalled(talk)) return TEAM.status.called
  const waiting = playbook.topics.find(({ key }) => key === memory.pending)?.words.waiting
  return waiting === undefined ? TEAM.status.talking : tell(talk, [waiting].flat()[0] ?? '')
}

/** Returns summary, status and memory for messages that the guard answered alone. */
export const note = (given: Given): { summary: string; statusMessage: string; memory: DialogueMemory } => {
  const [talk, playbook] = [talkOf(given), playbookFor(given.input)]
  const { verdict } = given.screening
  if (verdict?.kind === 'answers' && verdict.drops) talk.memory.pending = null
  return { summary: summarise(talk, playbook), statusMessage: statusOf(talk, playbook), memory: talk.memory }
}

const MAX_BUBBLE = 115

/** Joins short parts into messages of moderate length. */
const bubbles = (parts: readonly string[]): string[] =>
  parts.reduce<string[]>((sent, part) => {
    const last = sent.at(-1)
    if (part === '') return sent
    if (last === undefined || last.length + part.length > MAX_BUBBLE) return [...sent, part]
    return [...sent.slice(0, -1), `${last} ${part}`]
  }, [])

/** Answers a lead's messages by the playbook of the agent's type. A pure function of its input. */
export const write = (given: Given): { draft: Draft; memory: DialogueMemory } => {
  const { input } = given
  const [talk, playbook] = [talkOf(given), playbookFor(input)]
  const before = readStage(input.conversation.stage)
  const isFirst = !talk.memory.greeted
  const { said, question, stage, reason, greets } = converse(talk, playbook, isFirst)
  const hello = isFirst && greets !== 'not' ? greet(talk, playbook, greets, before !== 'conexao') : ''
  if (hello) talk.memory.greeted = true
  const draft: Draft = {
    replies: bubbles([hello, said.join(' '), question ?? '']),
    stage: further(before, stage),
    summary: summarise(talk, playbook),
    statusMessage: statusOf(talk, playbook),
    leadPatch: talk.patch,
    attention: reason === null ? null : { reason },
    ...(talk.meeting ? { meeting: talk.meeting } : {}),
    ...(talk.known.length > 0 ? { basis: talk.known } : {}),
  }
  return { draft, memory: talk.memory }
}
