import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agents, conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { mergeGuardMemories, parseGuardMemory } from '../../../platform/leads/guard-memory.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { CLARA_SDR, FRIDAY, runDialogue } from '../testing/dialogue.ts'
import { decidePlaybookTurn } from './decision/decide-playbook-turn.ts'
import { parseMemory } from './decision/turn-decision.ts'

let test: TestApp
let tenant: TestTenant
beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  await test.deps.db.system((tx) => tx.db.update(agents).set({ active: false }).where(eq(agents.id, tenant.agentId)))
})
afterAll(() => test.close())

const since = FRIDAY.toISOString()
const danger = { kind: 'danger', sign: 'emergency', since } as const
const awaiting = { kind: 'awaiting_person', since, reason: 'Lead pediu para falar com uma pessoa' } as const
const next = (memory: unknown, content: string) =>
  decidePlaybookTurn({
    agent: CLARA_SDR,
    lead: { name: 'Ana', company: null, phone: null, email: null },
    conversation: { stage: null, memory },
    newMessages: [{ type: 'text', content }],
    now: FRIDAY,
    timeZone: 'America/Sao_Paulo',
  })

describe('GUARD-24 a danger and a person awaited survive', () => {
  it('memory that starts afresh', () => {
    for (const kept of [
      { format: 99, guard: danger },
      { format: 3, guard: danger, dialogue: { facts: 'lost' } },
    ]) {
      expect(parseMemory(kept)).toMatchObject({ guard: danger, dialogue: { facts: {} } })
      expect(next(kept, 'oi, quero ver um apartamento').attention?.reason).toMatch(/^URGENTE/)
    }
    const waits = next({ format: 99, guard: awaiting }, 'tem de 3 quartos?')
    expect(waits.replies.join(' ')).not.toMatch(/\?\s*$/)
    expect(waits.memory.guard).toEqual(awaiting)
  })

  it('an agent that changes: the memory is the conversation’s', () => {
    const [told] = runDialogue({ agent: CLARA_SDR }, ['meu pai ta com dor no peito'])
    const after = decidePlaybookTurn({
      agent: { name: 'Nina', type: 'POS_VENDA', company: 'Aurora Imóveis' },
      lead: { name: null, company: null, phone: null, email: null },
      conversation: { stage: null, memory: { ...told?.memory, unsent: [] } },
      newMessages: [{ type: 'text', content: 'quero ver outra casa' }],
      now: FRIDAY,
      timeZone: 'America/Sao_Paulo',
    })
    expect(after.attention?.reason).toMatch(/^URGENTE/)
  })

  it('a merge: of two states the graver stays, of two alike the newer', () => {
    const stopped = { kind: 'stopped' } as const
    const later = { ...awaiting, since: new Date(FRIDAY.getTime() + 1_000).toISOString() }
    const joined = (ours: JsonObject | null, theirs: JsonObject | null) => parseGuardMemory(mergeGuardMemories(ours, theirs))
    expect(joined(null, { guard: danger })).toEqual(danger)
    expect(joined({ guard: danger }, { guard: stopped })).toEqual(danger)
    expect(joined({ guard: awaiting }, { guard: stopped })).toEqual(stopped)
    expect(joined({ guard: awaiting }, { guard: later })).toEqual(later)
    expect(joined({ guard: awaiting }, null)).toEqual(awaiting)
  })

  it('a merge in the database, with the memory of the conversation that stays', async () => {
    const { tenantId, agentId } = tenant
    const say = (keys: { phone?: string; user?: string }, content: string) =>
      test.app.modules.conversations.receiveMessage({
        tenantId,
        agentId,
        channel: 'webchat',
        channelKey: keys.phone ?? null,
        channelUserKey: keys.user ?? null,
        lead: { origin: 'Site' },
        content,
        key: `said:${content}`,
      })
    const first = await say({ phone: 'phone:1' }, 'Um')
    const second = await say({ user: 'user:1' }, 'Outro')
    const [calm] = runDialogue({ agent: CLARA_SDR }, ['oi'])
    const keep = (id: string, memory: JsonObject) =>
      test.deps.db.tenant(tenantId, (tx) =>
        tx.db.update(conversations).set({ assistantState: memory }).where(eq(conversations.id, id)),
      )
    await keep(first.conversationId, { ...calm?.memory, unsent: [] })
    await keep(second.conversationId, { format: 99, guard: danger })
    const both = await say({ phone: 'phone:1', user: 'user:1' }, 'O mesmo')
    const [row] = await test.deps.db.tenant(tenantId, (tx) =>
      tx.db.select().from(conversations).where(eq(conversations.id, both.conversationId)),
    )
    expect(parseMemory(row?.assistantState)).toMatchObject({ guard: danger, dialogue: { greeted: true } })
  })
})
