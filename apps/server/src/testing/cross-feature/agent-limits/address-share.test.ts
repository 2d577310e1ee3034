import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HAND_OVER_MESSAGE } from '../../../features/assistant/guard/limits/daily-limits.ts'
import { countTokens } from '../../../features/assistant/turn/usage/daily-usage.ts'
import { runRetention } from '../../../features/privacy/retention/run-retention.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { agentUsage } from '../../../platform/database/schema/agents/usage.ts'
import { conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import { toCivilDate } from '../../../platform/dates/civil-date.ts'
import { type LlmDouble, openLlmDouble } from '../../doubles/llm/llm-double.ts'
import type { Client } from '../../harness/client.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { sendMessageAndRunTurn } from '../../worlds/agents/send-message-and-run-turn.ts'
import { createTenant, type TestTenant } from '../../worlds/factories.ts'

/** Tokens that the double reports for each call. */
const TOKENS_PER_CALL = 120
/** Tokens of five model turns: a tenth of the agent's daily limit. */
const ADDRESS_TOKEN_SHARE = 600
const DAY_MS = 86_400_000
const MODEL_REPLY = /^Resposta \d+$/

let test: TestApp
let llm: LlmDouble
let tenant: TestTenant
let staff: Client

beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp({ ...llm.env, TRUST_PROXY: '1', DAILY_TOKENS_PER_AGENT: '6000' })
})
afterAll(async () => {
  await test.close()
  await llm.close()
})
beforeEach(async () => {
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  llm.behave((_request, n) => ({ text: `Resposta ${n}` }))
})

/**
 * Sends a message as a visitor from an IP address and runs the agent's turn.
 * @returns the newest message
 */
async function sendAndRunTurn(visitor: string, address: string, content: string): Promise<string> {
  test.advance(5_000)
  const { leadId, conversationId } = await sendMessageAndRunTurn(test, tenant, visitor, content, address)
  const { data } = await staff.call(getConversation, { params: { leadId, conversationId } })
  return data.history.at(-1)?.content ?? ''
}
const fetchAddressUsage = () =>
  test.deps.db.tenant(tenant.tenantId, (tx) =>
    tx.db
      .select()
      .from(agentUsage)
      .where(whereTenant(agentUsage, tenant.tenantId, eq(agentUsage.scope, 'address'))),
  )
const fetchAddressKey = (conversationId?: string) =>
  test.deps.db.tenant(tenant.tenantId, async (tx) => {
    const which = conversationId ? eq(conversations.id, conversationId) : undefined
    const [row] = await tx.db
      .select()
      .from(conversations)
      .where(whereTenant(conversations, tenant.tenantId, which))
    return row?.addressKey
  })

describe('the share of one address in the day of an agent', () => {
  it('ends its model and nobody else’s: its leads are answered by the script', async () => {
    const answers: string[] = []
    for (const content of ['Olá, quero informações', 'E o preço do apartamento?'])
      for (let n = 0; n < 4; n++)
        // All addresses of an IPv6 /64 network count as one, in any notation.
        answers.push(await sendAndRunTurn(`v${n}`, n % 2 ? '2001:db8:1:2::1' : '2001:db8:1:2:ffff::9', content))
    expect(answers.filter((answer) => MODEL_REPLY.test(answer))).toHaveLength(ADDRESS_TOKEN_SHARE / TOKENS_PER_CALL)
    expect(answers.some((answer) => answer === '' || answer === HAND_OVER_MESSAGE)).toBe(false)
    expect(await sendAndRunTurn('honest', '2001:db8:1:3::1', 'Oi, aceitam pet?')).toMatch(MODEL_REPLY)
  })

  it('is counted for a keyed hash that is another the next day and in another organisation, and is deleted after the day', async () => {
    const address = '198.51.100.7'
    const first = await sendMessageAndRunTurn(test, tenant, 'rita', 'Oi', address)
    const key = await fetchAddressKey(first.conversationId)
    expect(await fetchAddressUsage()).toMatchObject([{ subject: key, turns: 1, tokens: TOKENS_PER_CALL }])
    expect(JSON.stringify(await fetchAddressUsage())).not.toContain(address)
    test.advance(DAY_MS)
    await sendMessageAndRunTurn(test, tenant, 'rita', 'Bom dia', address)
    expect(await fetchAddressKey(first.conversationId)).not.toBe(key)
    test.advance(3 * DAY_MS)
    await runRetention(test.deps, test.app.modules)
    expect([await fetchAddressKey(first.conversationId), await fetchAddressUsage()]).toEqual([null, []])
    const there = await createTenant(test)
    const other = await sendMessageAndRunTurn(test, there, 'rita', 'Oi', address)
    tenant = there
    expect(await fetchAddressKey(other.conversationId)).not.toBe(key)
  })

  it('is of the address that the request came from', async () => {
    const body = { content: 'Oi' }
    const headers = { 'x-forwarded-for': '198.51.100.8', 'idempotency-key': 'k' }
    await (await test.client()).call(sendWebchatMessage, { params: { agentId: tenant.agentId }, headers, body })
    const stored = await fetchAddressKey()
    const { conversationId } = await sendMessageAndRunTurn(test, tenant, 'other', 'Oi', '198.51.100.8')
    expect(stored).toBe(await fetchAddressKey(conversationId))
    expect(stored).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('the last fifth of a ceiling', () => {
  it('is for leads that the team knows: who came before today is answered by the model, strangers by the script', async () => {
    await sendAndRunTurn('known', '203.0.113.200', 'Oi')
    test.advance(DAY_MS)
    const day = toCivilDate(test.deps.clock.now(), 'America/Sao_Paulo')
    const ofOthers = { tenantId: tenant.tenantId, agentId: tenant.agentId, leadId: null, address: null, isKnown: true, day }
    await countTokens(test.deps, ofOthers, 4_800)
    expect(await sendAndRunTurn('stranger', '203.0.113.1', 'Quero um apartamento')).not.toMatch(MODEL_REPLY)
    expect(await sendAndRunTurn('known', '203.0.113.200', 'Voltei')).toMatch(MODEL_REPLY)
    await countTokens(test.deps, ofOthers, 1_200)
    expect(await sendAndRunTurn('known', '203.0.113.200', 'E o preço?')).toBe(HAND_OVER_MESSAGE)
    expect(await sendAndRunTurn('another', '203.0.113.2', 'Quero um apartamento')).not.toBe(HAND_OVER_MESSAGE)
  })
})
