import { describe, expect, it } from 'vitest'
import type { RecentMessage } from '../../features/assistant/guard/limits/loop-detector.ts'
import { applyTurnLimit } from '../../features/assistant/guard/limits/turn-limit.ts'
import { decidePlaybookTurn } from '../../features/assistant/turn/decision/decide-playbook-turn.ts'
import type { TurnInput } from '../../features/assistant/turn-input.ts'
import { DEMO_TURNS_WITHOUT_PERSON } from '../accounts.ts'
import { LEAD_SCRIPTS } from './lead-scripts.ts'
import { generateScriptedMessages, runScriptedLeads, type ScriptedLeadPorts, type ScriptedMessage } from './scripted-leads.ts'

const NOW = new Date('2026-11-20T17:00:00Z')
/** Creates a seeded pseudo-random generator. */
const createSeededRandom = () => {
  let state = 7
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}
const takeScriptedMessages = (count: number): ScriptedMessage[] => {
  const schedule = generateScriptedMessages({ now: NOW, random: createSeededRandom() })
  return Array.from({ length: count }, () => schedule.next().value)
}

describe('the schedule', () => {
  it('is the same for the same chance', () => {
    expect(takeScriptedMessages(200)).toEqual(takeScriptedMessages(200))
  })

  it('writes one message every 20 to 40 s at most, and never from more than the scripted leads', () => {
    const steps = takeScriptedMessages(2_000)
    expect(steps.every(({ afterMs }) => afterMs >= 20_000)).toBe(true)
    expect(steps.slice(0, 60).filter(({ afterMs }) => afterMs <= 40_000).length).toBeGreaterThan(50)
    expect(new Set(steps.map(({ leadKey }) => leadKey)).size).toBe(LEAD_SCRIPTS.length)
  })

  it('lives in every demo tenant, and lets the agent answer before a lead goes on', () => {
    const steps = takeScriptedMessages(300)
    expect(new Set(steps.map(({ tenantId }) => tenantId)).size).toBe(3)
    const alone = steps.filter(
      ({ leadKey }, index) => steps[index + 1]?.leadKey === leadKey && (steps[index + 1]?.afterMs ?? 0) < 20_000,
    )
    expect(alone).toEqual([])
  })

  it('a lead who is done rests for twenty minutes at least', () => {
    const steps = takeScriptedMessages(1_000)
    let clock = 0
    const timed = steps.map((step) => ({ ...step, at: (clock += step.afterMs) }))
    for (const script of LEAD_SCRIPTS) {
      const own = timed.filter(({ leadKey }) => leadKey.startsWith(`demo-${script.key}-`))
      const [end, back] = [own[script.firstVisit.length - 1], own[script.firstVisit.length]]
      expect(end?.content).toBe(script.firstVisit.at(-1))
      expect((back?.at ?? 0) - (end?.at ?? 0)).toBeGreaterThanOrEqual(20 * 60_000)
    }
  })
})

describe('what the leads write fits what the agent asks', () => {
  const TYPES = { 1: 'SDR', 2: 'CLOSER', 3: 'POS_VENDA' } as const
  it.each(LEAD_SCRIPTS.map((script) => [script.key, script] as const))('%s is understood to the end', (_key, script) => {
    const type = TYPES[Number(script.agentId.at(-1)) as 1 | 2 | 3]
    let lead: TurnInput['lead'] = { name: null, company: null, phone: null, email: null }
    let kept: { stage: string | null; memory: unknown } = { stage: null, memory: null }
    const write = (content: string) => {
      const decision = decidePlaybookTurn({
        agent: { name: 'Clara', type, company: 'Aurora Imóveis' },
        lead,
        conversation: kept,
        newMessages: [{ content, type: 'text' }],
        now: NOW,
        timeZone: 'America/Sao_Paulo',
      })
      lead = { ...lead, ...decision.leadPatch }
      kept = { stage: decision.stage, memory: { ...decision.memory, unsent: [] } }
      return decision
    }
    const first = script.firstVisit.map(write)
    expect(first.map(({ memory }) => memory.dialogue.misses).every((misses) => misses === 0)).toBe(true)
    expect(first.some(({ memory }) => memory.dialogue.concluded)).toBe(true)
    expect(lead.name).not.toBeNull()
    for (const visit of script.laterVisits) {
      const replies = visit.map(write).flatMap((decision) => decision.replies)
      expect(replies.length).toBeGreaterThan(0)
    }
  })
})

it('GUARD-19 trips no rule against talking without end in 24 hours, so that the demo stays alive', () => {
  const TYPES = { 1: 'SDR', 2: 'CLOSER', 3: 'POS_VENDA' } as const
  const DAY_MS = 86_400_000
  const known = new Map<string, { lead: TurnInput['lead']; kept: TurnInput['conversation']; passed: RecentMessage[] }>()
  const stopped: string[] = []
  let [clock, turns] = [0, 0]
  for (const { afterMs, agentId, leadKey, content } of generateScriptedMessages({ now: NOW, random: createSeededRandom() })) {
    clock += afterMs
    if (clock > DAY_MS) break
    const talk = known.get(leadKey) ?? {
      lead: { name: null, company: null, phone: null, email: null },
      kept: { stage: null, memory: null },
      passed: [],
    }
    known.set(leadKey, talk)
    const now = new Date(NOW.getTime() + clock)
    const type = TYPES[Number(agentId.at(-1)) as 1 | 2 | 3]
    const turn = { agent: { name: 'Clara', type, company: 'Aurora Imóveis' }, lead: talk.lead, conversation: talk.kept, now }
    talk.passed.push({ sender: 'lead', type: 'text', content, at: now, startsTurn: false, isUnanswered: true })
    const stop = applyTurnLimit(turn, {
      recentMessages: talk.passed,
      lastDayMessages: talk.passed,
      turnsWithoutPerson: DEMO_TURNS_WITHOUT_PERSON,
    })
    if (stop) stopped.push(`${leadKey}: ${content} (${stop.statusMessage})`)
    const decision = decidePlaybookTurn({ ...turn, newMessages: [{ content, type: 'text' }], timeZone: 'America/Sao_Paulo' })
    talk.lead = { ...talk.lead, ...decision.leadPatch }
    talk.kept = { stage: decision.stage, memory: { ...decision.memory, unsent: [] } }
    // The answer is stored a little after the message, as the worker does.
    const at = new Date(now.getTime() + 4_000)
    const said = decision.replies.map((reply, n) => ({ content: reply, startsTurn: n === 0 }))
    talk.passed = [
      ...talk.passed.map((message) => ({ ...message, isUnanswered: false })),
      ...said.map((reply) => ({ ...reply, sender: 'agent' as const, type: 'text', at, isUnanswered: false })),
    ]
    turns += 1
  }
  expect(stopped).toEqual([])
  expect(turns).toBeGreaterThan(500)
})

describe('demoLife', () => {
  const ports = (stopAfter: number, fails = false) => {
    const stop = new AbortController()
    const written: string[] = []
    const errors: unknown[] = []
    let waits = 0
    const given: ScriptedLeadPorts = {
      receive: async (_tenant, _agent, _lead, content) => {
        if (fails) throw new Error('full')
        written.push(content)
      },
      wait: async () => {
        waits += 1
        if (waits > stopAfter) stop.abort()
      },
      onError: (error) => errors.push(error),
      now: () => NOW,
      random: createSeededRandom(),
    }
    return { given, stop, written, errors }
  }

  it('stops cleanly when told, in the middle of a wait', async () => {
    const { given, stop, written } = ports(5)
    await runScriptedLeads(given, stop.signal)
    expect(written).toHaveLength(5)
  })

  it('writes nothing when told to stop before it began', async () => {
    const { given, stop, written } = ports(5)
    stop.abort()
    await runScriptedLeads(given, stop.signal)
    expect(written).toEqual([])
  })

  it('goes on when a message cannot be taken', async () => {
    const { given, stop, errors } = ports(3, true)
    await runScriptedLeads(given, stop.signal)
    expect(errors).toHaveLength(3)
  })
})
