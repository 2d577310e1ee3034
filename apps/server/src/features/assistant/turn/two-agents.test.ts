import type { AgentType } from '@prosa/contract/entities/agents/agent'
import { expect, it } from 'vitest'
import type { RecentMessage } from '../guard/limits/loop-detector.ts'
import { applyTurnLimit } from '../guard/limits/turn-limit.ts'
import { FRIDAY } from '../testing/dialogue.ts'
import type { TurnInput } from '../turn-input.ts'
import { decidePlaybookTurn } from './decision/decide-playbook-turn.ts'
import { getTypingMs } from './run-turn.ts'

const BURST_MS = 2_500
/** Number of messages at which the test ends a loop that nothing stops. */
const ENDLESS = 400

/** Creates a seeded pseudo-random generator of numbers from 0 up to 1. */
const chance = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 16_807 + 11) % 2_147_483_647
    return state / 2_147_483_647
  }
}
type Chance = () => number
const oneOf = <T>(of: readonly T[], random: Chance): T => of[Math.floor(random() * of.length)] as T

/** First messages of a model, as its prompt asks for. */
const INTRODUCTIONS = [
  'Olá! Aqui é a NAME, assistente virtual da COMPANY. Como posso te ajudar?',
  'Oi, tudo bem? Sou a NAME, assistente virtual da COMPANY 😊',
  'Boa tarde! Meu nome é NAME, sou a assistente virtual da COMPANY.',
  'Oi! Eu sou o NAME, agente virtual da COMPANY. Com quem eu falo?',
]
/** Words for later messages. No message repeats, so that rules for equal texts do not apply. */
const WORDS = [
  'entendi',
  'claro',
  'me conta',
  'qual o prazo',
  'a equipe confirma',
  'posso marcar',
  'perfeito',
  'que bom',
  'e o orçamento',
]
const chatter = (random: Chance, n: number) => `${oneOf(WORDS, random)}, ${oneOf(WORDS, random)} ${oneOf(WORDS, random)} ${n}?`

interface Side {
  readonly agent: TurnInput['agent']
  readonly speaks: (input: TurnInput, n: number) => { replies: readonly string[]; stage: string | null; memory: unknown }
  kept: { stage: string | null; memory: unknown }
  lead: TurnInput['lead']
  readonly passed: RecentMessage[]
}

/**
 * Creates a rule-based agent of any type, or a model that writes one to three random messages. A shy one never says that it is an
 * assistant.
 */
function side(name: string, random: Chance, isShy: boolean): Side {
  const type = oneOf<AgentType>(['SDR', 'CLOSER', 'POS_VENDA'], random)
  const agent = { name, type, company: oneOf(['Aurora Imóveis', 'Clínica Vitta', 'Grupo Sol'], random) }
  const isWritten = !isShy && random() < 0.5
  return {
    agent,
    speaks: (input, n) => {
      if (isWritten) return decidePlaybookTurn(input)
      const first =
        n === 0 && !isShy ? [oneOf(INTRODUCTIONS, random).replace('NAME', name).replace('COMPANY', agent.company)] : []
      const rest = Array.from({ length: isShy ? 1 : 1 + Math.floor(random() * 2) }, (_, part) => chatter(random, n * 10 + part))
      return { replies: [...first, ...rest], stage: null, memory: null }
    },
    kept: { stage: null, memory: null },
    lead: { name: null, company: null, phone: null, email: null },
    passed: [],
  }
}

/** Runs a conversation between two agents on an injected clock, started by a greeting. @returns the number of messages that they wrote */
function talk(seed: number, isShy = false): number {
  const random = chance(seed)
  // Small seeds give similar first numbers.
  for (let n = 0; n < 10; n++) random()
  const [first, second] = [side('Clara', random, isShy), side('Bento', random, isShy)]
  const pace = isShy ? 0.4 : oneOf([0.1, 0.5, 1], random)
  const thinks = isShy ? 0 : oneOf([0, 2_000, 20_000], random)
  let clock = FRIDAY.getTime()
  let written = 0
  const hears = (who: Side, content: string) =>
    who.passed.push({ sender: 'lead', type: 'text', content, at: new Date(clock), startsTurn: false, isUnanswered: true })
  hears(first, oneOf(['oi', 'bom dia', 'quero saber mais', 'quanto custa?'], random))
  for (let n = 0; written < ENDLESS; n++) {
    const [who, other] = n % 2 === 0 ? [first, second] : [second, first]
    clock += BURST_MS * pace + random() * thinks
    const now = new Date(clock)
    const turn = { agent: who.agent, lead: who.lead, conversation: who.kept, now, timeZone: 'America/Sao_Paulo' }
    if (applyTurnLimit(turn, { recentMessages: who.passed, lastDayMessages: who.passed, turnsWithoutPerson: 30 })) return written
    const newMessages = who.passed.filter(({ isUnanswered: isNew }) => isNew).map(({ content }) => ({ content, type: 'text' }))
    const { replies, stage, memory } = who.speaks({ ...turn, newMessages }, Math.floor(n / 2))
    who.kept = { stage, memory: memory && { ...memory, unsent: [] } }
    who.passed.splice(0, Infinity, ...who.passed.map((message) => ({ ...message, isNew: false })))
    if (replies.length === 0) return written
    for (const [part, content] of replies.entries()) {
      clock += getTypingMs(content) * pace
      who.passed.push({
        sender: 'agent',
        type: 'text',
        content,
        at: new Date(clock),
        startsTurn: part === 0,
        isUnanswered: false,
      })
      hears(other, content)
      written += 1
    }
  }
  return written
}

it('GUARD-17 two agents that write to each other stop after 12 messages at most, for 1,000 seeds', () => {
  const counts = Array.from({ length: 1_000 }, (_, seed) => talk(seed + 1))
  expect(Math.max(...counts)).toBeLessThanOrEqual(12)
  expect(Math.min(...counts)).toBeGreaterThan(0)
})

it('GUARD-17 … also two that never say what they are, by how quickly they answer @wide', () => {
  const counts = Array.from({ length: 1_000 }, (_, seed) => talk(seed + 1, true))
  expect(Math.max(...counts)).toBeLessThanOrEqual(12)
})
