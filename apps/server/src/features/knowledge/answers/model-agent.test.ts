import { previewAgent } from '@prosa/contract/calls/agents/agent'
import * as calls from '@prosa/contract/calls/agents/knowledge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LlmDouble, openLlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'

const TABLE = 'nome;preço;válido até\nStudio Paulista;R$ 398.000;31/12/2099\nCasa Girassol;R$ 1.890.000;31/12/2020'

let test: TestApp
let llm: LlmDouble
let staff: Client
let agentId: string
beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp(llm.env)
  const tenant = await createTenant(test)
  ;({ agentId } = tenant)
  staff = await test.client(tenant.staff.phone)
  const { data } = await staff.call(calls.createSource, { body: { kind: 'products', title: 'Preços', text: TABLE } })
  const read = async () => (await staff.call(calls.getSource, { params: { id: data._id } })).data
  await waitUntil(read, ({ state }) => state === 'ready')
})
afterAll(async () => {
  await test.close()
  await llm.close()
})

/** Sends a message. @returns the request that the model received and the reply that was sent */
const ask = async (content: string, text: string) => {
  llm.requests.length = 0
  llm.behave(() => ({ text }))
  const body = { messages: [{ role: 'humano' as const, content }] }
  const { data } = await staff.call(previewAgent, { params: { id: agentId }, body })
  return { told: JSON.stringify(llm.requests[0]), replies: data.replies.join('\n') }
}

describe('an agent on a model', () => {
  it('reads what the company knows of a question, and may state it', async () => {
    const { told, replies } = await ask('quanto custa o studio paulista?', 'O Studio Paulista custa R$ 398.000,00.')
    expect(told).toContain('Studio Paulista: R$ 398.000,00.')
    expect(replies).toContain('R$ 398.000,00')
  })

  it('KNOW-11 is not told a price whose last day is over, and does not get one past the guard', async () => {
    const { told, replies } = await ask('qual o preço da casa girassol?', 'A Casa Girassol custa R$ 1.890.000,00.')
    expect(told).toContain('o valor está sendo atualizado; a equipe te confirma')
    expect(told).not.toContain('1.890.000')
    expect(replies).not.toContain('1.890.000')
  })

  it('is told nothing of the kind where nothing was asked', async () => {
    expect((await ask('oi, boa tarde', 'Oi! Tudo bem?')).told).not.toContain('O que a empresa sabe')
  })
})
