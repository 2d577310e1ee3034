import { describe, expect, it } from 'vitest'
import { CLARA_SDR, FRIDAY } from '../testing/dialogue.ts'
import { decidePlaybookTurn } from './decision/decide-playbook-turn.ts'
import type { ConversationMemory } from './memory-format.ts'
import { getTypingMs, type LoadedTurn, runTurn, type TurnPart, type TurnPorts } from './run-turn.ts'

const PLACE = { tenantId: 't1', conversationId: 'c1' }

interface Fake extends TurnPorts {
  readonly log: string[]
  readonly parts: TurnPart[]
  memory: ConversationMemory | null
  answered: number
}

/** Creates an in-memory conversation that stores committed parts as the database would. */
const fake = (options: Partial<LoadedTurn> & { stalePart?: number; failPart?: number } = {}): Fake => {
  let clock = 0
  const ports: Fake = {
    log: [],
    parts: [],
    memory: null,
    answered: 0,
    loadTurn: async () => ({
      agentId: 'a1',
      version: 3,
      agent: CLARA_SDR,
      lead: { name: null, company: null, phone: null, email: null },
      conversation: { stage: null, memory: ports.memory },
      now: FRIDAY,
      timeZone: 'America/Sao_Paulo',
      paused: false,
      archived: false,
      unanswered: ports.answered < 2 ? [{ content: 'oi, quanto custa?', type: 'text' }] : [],
      uptoSeq: 2,
      untranscribedSeqs: [],
      settledLateSeqs: [],
      ...options,
    }),
    decide: async (turn) => ({
      decision: decidePlaybookTurn({ ...turn, newMessages: turn.unanswered }),
      meta: { engine: 'playbook' },
    }),
    showTyping: async (_place, on) => {
      ports.log.push(on ? 'typing' : 'still')
    },
    wait: async (ms) => {
      clock += ms
      ports.log.push('wait')
    },
    commitTurn: async (_place, part) => {
      if (part.part === options.failPart) throw new Error('connection lost')
      if (part.part === options.stalePart) {
        ports.log.push('stale')
        return 'stale'
      }
      ports.log.push(`write ${part.part}`)
      ports.parts.push(part)
      ports.memory = part.memory
      ports.answered = part.uptoSeq
      return part.replies.length > 0 ? 'said' : 'noted'
    },
    now: () => clock,
  }
  return ports
}

describe('runTurn', () => {
  it('PROV-05 writes one reply after another, typing before each, and stops typing at the end', async () => {
    const ports = fake()
    expect(await runTurn(ports, PLACE)).toBe('done')
    expect(ports.log).toEqual(['typing', 'wait', 'write 0', 'typing', 'wait', 'write 1', 'typing', 'wait', 'write 2', 'still'])
    expect(ports.parts.map(({ replies }) => replies.length)).toEqual([1, 1, 1])
    expect(ports.parts.every(({ uptoSeq, meta }) => uptoSeq === 2 && meta.engine === 'playbook')).toBe(true)
    expect(ports.parts.map(({ memory }) => memory.unsent.length)).toEqual([2, 1, 0])
    expect(ports.parts[2]?.meta.ms).toBeGreaterThan(ports.parts[0]?.meta.ms ?? Infinity)
  })

  it('changes a meeting with the first part alone', async () => {
    const ports = fake()
    const { decide } = ports
    const meeting = { id: 'm1', to: null, told: 'cancelada' }
    ports.decide = async (...asked) => {
      const decided = await decide(...asked)
      return decided === 'stale' ? decided : { ...decided, decision: { ...decided.decision, meeting } }
    }
    await runTurn(ports, PLACE)
    expect(ports.parts.map((part) => part.meeting)).toEqual([meeting, undefined, undefined])
  })

  it('takes a natural time to write, between 0.6 and 2.5 s', () => {
    expect(getTypingMs('Oi')).toBe(600)
    expect(getTypingMs('a'.repeat(80))).toBeGreaterThan(600)
    expect(getTypingMs('a'.repeat(4_000))).toBe(2_500)
  })

  it.each([
    ['paused', { paused: true }],
    ['archived', { archived: true }],
    ['answered already', { unanswered: [] }],
  ])('says nothing while %s', async (_why, options) => {
    const ports = fake(options)
    expect(await runTurn(ports, PLACE)).toBe('nothing')
    expect(ports.log).toEqual([])
  })

  it('says nothing when the conversation is gone', async () => {
    expect(await runTurn({ ...fake(), loadTurn: async () => null }, PLACE)).toBe('nothing')
  })

  it('PROV-05 a pause or a person in between cancels what is left, and typing ends', async () => {
    const ports = fake({ stalePart: 1 })
    expect(await runTurn(ports, PLACE)).toBe('stale')
    expect(ports.log).toEqual(['typing', 'wait', 'write 0', 'typing', 'wait', 'stale', 'still'])
  })

  it('finishes a turn that a crash cut in two, without saying the first part again', async () => {
    const whole = fake()
    await runTurn(whole, PLACE)

    const broken = fake({ failPart: 1 })
    await expect(runTurn(broken, PLACE)).rejects.toThrow('connection lost')
    expect(broken.log.at(-1)).toBe('still')

    const later = fake()
    later.memory = broken.memory
    later.answered = broken.answered
    expect(await runTurn(later, PLACE)).toBe('done')
    expect(later.parts.map(({ part }) => part)).toEqual([1, 2])
    expect([...broken.parts, ...later.parts].flatMap(({ replies }) => replies)).toEqual(
      whole.parts.flatMap(({ replies }) => replies),
    )
    expect(later.memory?.unsent).toEqual([])
  })

  it('raises attention once, with the first part', async () => {
    const ports = fake({ unanswered: [{ content: 'quero falar com um atendente', type: 'text' }] })
    await runTurn(ports, PLACE)
    expect(ports.parts.map(({ attention }) => attention !== null)).toEqual([true, ...ports.parts.slice(1).map(() => false)])
  })

  it('stores a silent answer too, without typing', async () => {
    const ports = fake({ unanswered: [{ content: 'não me mande mais mensagens', type: 'text' }] })
    await runTurn(ports, PLACE)
    const again = fake({ unanswered: [{ content: 'ok', type: 'text' }] })
    again.memory = ports.memory
    expect(await runTurn(again, PLACE)).toBe('done')
    expect(again.log).toEqual(['write 0'])
    expect(again.parts[0]?.replies).toEqual([])
  })
})
