import { STAGES, type Stage } from '@prosa/contract/entities/conversation'
import { hear } from './hear/hear.ts'
import { greetingAt } from './hear/when.ts'
import { isOpen } from './model/hours.ts'
import { closer } from './playbooks/closer.ts'
import { isRealName } from './playbooks/contact-topics.ts'
import { converse } from './playbooks/converse.ts'
import { gravest } from './playbooks/gravest.ts'
import { withArticle } from './playbooks/own-knowledge.ts'
import { withBrief } from './playbooks/own-questions.ts'
import { firstName, ofCompany, type Playbook, type Talk } from './playbooks/playbook.ts'
import { posVenda } from './playbooks/pos-venda.ts'
import { endOf } from './playbooks/rebooking.ts'
import { sdr } from './playbooks/sdr.ts'
import { summarise } from './playbooks/summarise.ts'
import { readStage, readState, type TurnDecision, type TurnInput } from './turn.ts'

const PLAYBOOKS: Readonly<Record<TurnInput['agent']['type'], Playbook>> = {
  SDR: sdr,
  CLOSER: closer,
  POS_VENDA: posVenda,
  POST_SALE: posVenda,
}

const playbookOf = ({ agent }: TurnInput): Playbook => withBrief(PLAYBOOKS[agent.type], agent.brief)

const further = (a: Stage, b: Stage): Stage => (STAGES.indexOf(a) >= STAGES.indexOf(b) ? a : b)

const AWAY = ' Agora a equipe está fora do horário, mas eu já adianto tudo por aqui.'

/** 'Oi, Ana, boa tarde! Aqui é a Clara, assistente virtual da Aurora.'; other words when the talk was under way before this playbook. */
const greet = (talk: Talk, playbook: Playbook, how: 'fully' | 'briefly', underWay: boolean): string => {
  const { agent, now, timeZone } = talk.input
  const name = firstName(talk)
  const hello = `Oi${name ? `, ${name}` : ''}, ${greetingAt(now, timeZone)}!`
  if (underWay) return `${hello} Aqui é ${withArticle(agent.name)}, ${ofCompany(talk)}, continuando a nossa conversa.`
  const intro = `${hello} Aqui é ${withArticle(agent.name)}, assistente virtual ${ofCompany(talk)}.`
  return how === 'fully' ? `${intro} ${playbook.purpose(talk)}` : intro
}

const talkOf = (input: TurnInput): Talk => {
  const state = readState(input.conversation.state)
  if (state.unsent.length > 0) {
    state.pending = null
    state.unsent = []
  }
  const { name, company, phone, email } = input.lead
  return {
    input,
    state,
    heard: hear(input.newMessages),
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
}

/** Replies that a cut left unwritten, with the rest of the decision as it stands. */
const resume = (input: TurnInput): TurnDecision => {
  const { unsent } = readState(input.conversation.state)
  const talk = talkOf(input)
  const playbook = playbookOf(input)
  const state = readState(input.conversation.state)
  return {
    replies: unsent,
    stage: readStage(input.conversation.stage),
    summary: summarise(talk, playbook),
    statusMessage: statusOf(talk, playbook),
    leadPatch: {},
    attention: null,
    state,
  }
}

const statusOf = (talk: Talk, playbook: Playbook): string => {
  const { state } = talk
  if (state.stopped) return 'Pediu para não receber mensagens'
  if (state.concluded) return endOf(talk, playbook).status
  if (state.called) return 'Aguardando uma pessoa da equipe'
  return playbook.topics.find((topic) => topic.key === state.pending)?.waiting || 'Em conversa'
}

/**
 * What the playbook of the agent's type answers to a burst of messages, and everything it notes with it.
 * Pure: the same input decides the same, and nothing but the input is known to it.
 */
export const decideTurn = (input: TurnInput): TurnDecision => {
  if (input.newMessages.length === 0) return resume(input)
  const talk = talkOf(input)
  const playbook = playbookOf(input)
  const before = readStage(input.conversation.stage)
  const isFirst = !talk.state.greeted
  const answer = converse(talk, playbook, isFirst)
  const attention = gravest(talk, answer.reason)
  const greets = isFirst && answer.greets !== 'not' ? answer.greets : null
  if (greets) talk.state.greeted = true
  const away = greets === 'fully' && !isOpen(input.agent.brief?.hours ?? null, input.now, input.timeZone) ? AWAY : ''
  const hello = greets ? `${greet(talk, playbook, greets, before !== 'conexao')}${away}` : null
  const replies = bubbles([hello, answer.said.join(' '), answer.question])
  talk.state.parts = replies.length
  return {
    replies,
    stage: further(before, answer.stage),
    summary: summarise(talk, playbook),
    statusMessage: statusOf(talk, playbook),
    leadPatch: talk.patch,
    attention: attention === null ? null : { reason: attention },
    ...(talk.meeting ? { meeting: talk.meeting } : {}),
    state: { ...talk.state, unsent: replies },
  }
}

const MAX_BUBBLE = 115

/** Parts that are short together share a bubble: nobody reads a wall, nobody likes crumbs. */
const bubbles = (parts: ReadonlyArray<string | null>): string[] =>
  parts.reduce<string[]>((sent, part) => {
    const last = sent.at(-1)
    if (part === null || part === '') return sent
    if (last === undefined || last.length + part.length > MAX_BUBBLE) return [...sent, part]
    return [...sent.slice(0, -1), `${last} ${part}`]
  }, [])
