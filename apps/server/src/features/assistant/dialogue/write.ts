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
import { withLeanings } from './leanings.ts'
import type { DialogueMemory } from './memory.ts'
import { withBrief } from './own-questions.ts'
import ANY from './phrases/any.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }
import type { Playbook } from './playbook.ts'
import { posVenda } from './pos-venda.ts'
import { sdr } from './sdr.ts'
import { summarise } from './summarise.ts'
import { isCalled, type Talk, tell } from './talk.ts'

const PLAYBOOKS: Readonly<Record<TurnInput['agent']['type'], Playbook>> = {
  SDR: sdr,
  CLOSER: closer,
  POS_VENDA: posVenda,
  POST_SALE: posVenda,
}

const playbookOf = ({ agent }: TurnInput): Playbook => withBrief(PLAYBOOKS[agent.type], agent.brief)

const further = (a: Stage, b: Stage): Stage => (STAGES.indexOf(a) >= STAGES.indexOf(b) ? a : b)

/** 'Oi, Ana, boa tarde! Aqui é a Clara, assistente virtual da Aurora.'; other words when the talk was under way before this playbook. */
const greet = (talk: Talk, { purpose }: Playbook, how: 'fully' | 'briefly', isUnderWay: boolean): string => {
  const { agent, now, timeZone } = talk.input
  const isAway = how === 'fully' && !isOpen(agent.brief?.hours ?? null, now, timeZone)
  return tell(talk, ANY[isUnderWay ? 'greet again' : (`greet ${how}` as const)], {
    daytime: greetingAt(now, timeZone),
    purpose,
    away: isAway ? ANY.away : null,
  })
}

/** What the written engine goes by: the turn, as the guard left it, and what was remembered of it. */
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
    understood,
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

/** What is noted of a burst that the guard answered by itself. */
export const note = (given: Given): { summary: string; statusMessage: string; memory: DialogueMemory } => {
  const [talk, playbook] = [talkOf(given), playbookOf(given.input)]
  const { verdict } = given.screening
  if (verdict?.kind === 'answers' && verdict.drops) talk.memory.pending = null
  return { summary: summarise(talk, playbook), statusMessage: statusOf(talk, playbook), memory: talk.memory }
}

const MAX_BUBBLE = 115

/** Parts that are short together share a bubble: nobody reads a wall, nobody likes crumbs. */
const bubbles = (parts: readonly string[]): string[] =>
  parts.reduce<string[]>((sent, part) => {
    const last = sent.at(-1)
    if (part === '') return sent
    if (last === undefined || last.length + part.length > MAX_BUBBLE) return [...sent, part]
    return [...sent.slice(0, -1), `${last} ${part}`]
  }, [])

/**
 * What the playbook of the agent's type answers to a burst of messages, and everything it notes with it.
 * Pure: the same input decides the same, and nothing but the input is known to it.
 */
export const write = (given: Given): { draft: Draft; memory: DialogueMemory } => {
  const { input } = given
  const [talk, playbook] = [talkOf(given), playbookOf(input)]
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
  }
  return { draft, memory: talk.memory }
}
