import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { getTranscript, requestAudioTranscript } from '@prosa/contract/calls/conversations/transcripts'
import { listAudit } from '@prosa/contract/calls/organisation/audit'
import { getBudget, setBudget } from '@prosa/contract/calls/reports/costs'
import type { BudgetLimitAction } from '@prosa/contract/entities/reports/cost'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { costs } from '../../platform/database/schema/agents/costs.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Client } from '../../testing/harness/client.ts'
import { QUICK_AGENT_ENV } from '../../testing/harness/test-app.ts'
import { waitUntil } from '../../testing/harness/wait-until.ts'
import { sendMessageAndRunTurn } from '../../testing/worlds/agents/send-message-and-run-turn.ts'
import { createTenant } from '../../testing/worlds/factories.ts'
import {
  createTranscriptionFixture,
  sendVoiceNoteAsVisitor,
  type TranscriptionFixture,
  waitForTranscript,
} from '../../testing/worlds/transcription-fixture.ts'

const GOES_ON = 'Uma pessoa da equipe vai continuar com você a partir daqui. Já deixei avisado!'
const DANGER = 'socorro, meu pai está com dor no peito e não consegue respirar agora'
const REAL = 1_000_000

let voices: TranscriptionFixture
let place: Awaited<ReturnType<TranscriptionFixture['place']>>
let staff: Client

beforeAll(async () => {
  voices = await createTranscriptionFixture((llm) => ({ ...llm.env, ...QUICK_AGENT_ENV }))
})
afterAll(() => voices.close())
beforeEach(async () => {
  place = await voices.place()
  ;({ staff } = place)
})

const limitTo = (brl_month: number | null, at_limit: BudgetLimitAction = 'save') =>
  staff.call(setBudget, { body: { brl_month, at_limit } })

/** Inserts a cost of `micro` millionths of a real, now or at `at`. */
const spent = (micro: number | null, { byAgent = true, at = voices.test.deps.clock.now() } = {}) => {
  const { tenantId, agentId } = place.tenant
  const row = { tenantId, kind: 'meta', ref: uuid(), microBrl: micro, state: 'final', agentId, byAgent, at } as const
  return voices.test.deps.db.tenant(tenantId, (tx) => tx.db.insert(costs).values(row))
}

/** Sends a lead's message, waits for the agent's turn and returns the conversation as staff see it. */
const seen = async (visitor: string, content: string) => {
  const { leadId, conversationId } = await sendMessageAndRunTurn(voices.test, place.tenant, visitor, content)
  const { data } = await staff.call(getConversation, { params: { leadId, conversationId } })
  return {
    reason: data.attention_reason ?? null,
    said: data.history.filter(({ role }) => role === 'AI').map(({ content }) => content),
  }
}
/** Returns how many model requests contained a lead's message. */
const asked = (content: string) =>
  voices.llm.requests.filter(({ messages }) => messages.some((message) => message.content?.includes(content))).length

/** Collects the budget states that are emitted for this organisation from now on. */
function heard() {
  const states: string[] = []
  voices.test.deps.bus.on('budget.moved', ({ tenantId, state }) => {
    if (tenantId === place.tenant.tenantId) states.push(state)
  })
  return states
}

describe('COST-05 the limit of a month', () => {
  it('is none until somebody sets one, and is told of at 80 % and at all of it, once each', async () => {
    const states = heard()
    expect((await staff.call(getBudget)).data).toMatchObject({ brl_month: null, at_limit: 'save', state: 'under' })
    await limitTo(10)
    await spent(7.99 * REAL)
    await seen('rita', 'oi')
    expect(states).toEqual(['under'])
    await spent(0.01 * REAL)
    expect((await staff.call(getBudget)).data).toMatchObject({ state: 'near', spent: { micro_brl: 8 * REAL } })
    await seen('ana', 'oi')
    await seen('bia', 'oi')
    expect(states).toEqual(['under', 'near'])
    await spent(2 * REAL)
    await Promise.all([seen('caio', 'oi'), seen('davi', 'oi')])
    expect(states).toEqual(['under', 'near', 'reached'])
    await limitTo(100)
    expect(states).toEqual(['under', 'near', 'reached', 'under'])
  })

  it('counts the organisation’s month, what agents cost, and a missing price as missing', async () => {
    const { tenantId } = place.tenant
    const zone = 'Pacific/Kiritimati'
    await voices.test.deps.db.system((tx) => tx.db.update(tenants).set({ timezone: zone }).where(eq(tenants.id, tenantId)))
    await limitTo(10)
    const now = voices.test.deps.clock.now()
    const day = Number(new Intl.DateTimeFormat('en', { timeZone: zone, day: 'numeric' }).format(now))
    // A moment before the first day of the month in any time zone.
    await spent(50 * REAL, { at: new Date(now.getTime() - day * 86_400_000) })
    await spent(50 * REAL, { byAgent: false })
    await spent(null)
    await spent(3 * REAL)
    expect((await staff.call(getBudget)).data).toMatchObject({
      state: 'under',
      spent: { micro_brl: 3 * REAL, count: 2, unpriced: 1 },
    })
  })

  it('save: the written engine answers, in one message, and no model is asked', async () => {
    await limitTo(10)
    await spent(10 * REAL)
    const { said, reason } = await seen('rita', 'Quero alugar um apartamento para mim')
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('\n\n')
    expect(asked('Quero alugar')).toBe(0)
    expect(reason).toBeNull()
    expect((await seen('ana', DANGER)).said.join(' ')).toContain('192')
  })

  it('save: a sound becomes text when somebody asks for it, and the agent owns up meanwhile', async () => {
    await limitTo(10)
    await spent(10 * REAL)
    const id = await sendVoiceNoteAsVisitor(place.lead, place.tenant.agentId)
    const params = { messageId: id }
    expect(await waitForTranscript(staff, id)).toMatchObject({ state: 'skipped', asked_by: null })
    expect(voices.llm.sounds).toEqual([])
    await staff.call(requestAudioTranscript, { params })
    expect(
      await waitUntil(
        async () => (await staff.call(getTranscript, { params })).data,
        ({ state }) => state === 'done',
      ),
    ).toMatchObject({
      text: 'Quero o de três quartos.',
    })
  })

  it('hand_over: a person goes on, the lead hears it once a day, and whoever is in danger is answered', async () => {
    await limitTo(500, 'hand_over')
    await spent(500 * REAL)
    const first = await seen('rita', 'Quero alugar um apartamento')
    expect(first).toEqual({ said: [GOES_ON], reason: 'Limite de custo deste mês atingido: R$\u00A0500,00. Continue a conversa' })
    expect((await seen('rita', 'Alguém aí?')).said).toEqual([GOES_ON])
    const danger = await seen('rita', DANGER)
    expect(danger.said.join(' ')).toContain('192')
    expect(danger.reason).toMatch(/^URGENTE/)
    for (const content of ['Quero alugar', 'Alguém aí', DANGER]) expect(asked(content)).toBe(0)
  })

  it('notify: agents go on as before', async () => {
    await limitTo(10, 'notify')
    await spent(11 * REAL)
    expect((await seen('rita', 'Quero alugar uma casa')).said).toEqual(['Certo.'])
    expect(asked('Quero alugar uma casa')).toBe(1)
  })

  it('is read and written by managers, of another organisation by nobody, and its change is recorded', async () => {
    const operator = await voices.test.client(place.tenant.operator.phone)
    expect(await operator.refused(getBudget)).toMatchObject({ status: 403 })
    expect(await operator.refused(setBudget, { body: { brl_month: 1, at_limit: 'save' } })).toMatchObject({ status: 403 })
    for (const brl_month of [0, -1, 1e-9, 1.005, 1e9])
      expect(await staff.refused(setBudget, { body: { brl_month, at_limit: 'save' } })).toMatchObject({ status: 400 })
    await limitTo(12.5, 'hand_over')
    const other = await voices.test.client((await createTenant(voices.test)).staff.phone)
    expect((await other.call(getBudget)).data).toMatchObject({ brl_month: null, spent: { count: 0 } })
    const { rows } = (await staff.call(listAudit)).data
    expect(rows.find(({ action }) => action === 'costs.budget_changed')).toMatchObject({
      before: { brl_month: null, at_limit: 'save' },
      after: { brl_month: 12.5, at_limit: 'hand_over' },
    })
  })
})
