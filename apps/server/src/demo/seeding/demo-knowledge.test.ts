import { listAgents } from '@prosa/contract/calls/agents/agents'
import { listCorrections, startCorrectionRun } from '@prosa/contract/calls/agents/corrections'
import { getMessageGrounding, previewKnowledgeAnswer } from '@prosa/contract/calls/agents/knowledge'
import { getTranscript } from '@prosa/contract/calls/conversations/transcripts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { waitUntil } from '../../testing/harness/wait-until.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../accounts.ts'
import { seedDemo } from './seed-demo.ts'

let test: TestApp
let staff: Client
beforeAll(async () => {
  test = await startTestApp()
  await seedDemo(test.deps)
  staff = await test.client()
  const phone = DEMO_ACCOUNTS.find(({ domain }) => domain === 'aurora.local')?.users.find(({ role }) => role === 'staff')?.phone
  await staff.signIn(phone ?? '', DEMO_PASSWORD)
})
afterAll(() => test.close())

describe('what a newcomer asks the demo first', () => {
  it.each([
    ['qual o endereço?', 'Rua Harmonia, 480'],
    ['onde vcs ficam?', 'Rua Harmonia, 480'],
    ['tem estacionamento?', 'três vagas gratuitas'],
    ['aceita pet?', 'Cães e gatos são bem-vindos'],
    ['aceita FGTS?', 'O FGTS pode ser usado na entrada'],
    ['que horas vcs abrem no sábado?', 'aos sábados, das 9h às 14h'],
    ['quanto custa o apto da Vila Flora?', 'R$ 640.000,00'],
    ['quanto custa o studio paulista?', 'o valor está sendo atualizado; a equipe te confirma.'],
  ])('KNOW-01 %j is answered in the company’s words', async (question, words) => {
    expect((await staff.call(previewKnowledgeAnswer, { body: { question } })).data.said).toContain(words)
  })

  it('LEARN-07 two answers of the agent after the sale are put right, and checked by its playbook', async () => {
    const { agents } = (await staff.call(listAgents)).data
    const params = { id: agents.find(({ type }) => type === 'POS_VENDA')?._id ?? '' }
    const { corrections } = (await staff.call(listCorrections, { params })).data
    expect(corrections.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual(['person active', 'should active'])
    await staff.call(startCorrectionRun, { params, body: { revision: 0 } })
    const checked = await waitUntil(
      async () => (await staff.call(listCorrections, { params })).data.corrections.map((one) => one.checked?.said),
      (said) => !said.includes(undefined),
    )
    expect(checked).toHaveLength(2)
  })

  it('HEAR-11 what a lead said is written below its sound, can be heard sentence by sentence, and stands where the answer came from', async () => {
    const { rows } = await test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT s.id AS sound, a.id AS answer FROM messages s
        JOIN messages a ON a.tenant_id = s.tenant_id AND a.meta -> 'heard' ? s.id::text WHERE s.transcript ->> 'state' = 'done' LIMIT 1`),
    )
    const [sound, answer] = [String(rows[0]?.['sound']), String(rows[0]?.['answer'])]
    const { data: written } = await staff.call(getTranscript, { params: { messageId: sound } })
    expect(written).toMatchObject({ state: 'done', segments: [{ start: 0, text: 'Pode!' }, { text: expect.any(String) }] })
    const { data: origin } = await staff.call(getMessageGrounding, { params: { messageId: answer } })
    expect(origin.heard).toEqual([{ message_id: sound, text: written.text }])
  })

  it('KNOW-12 a home for sale is shown: each has a photo that a message can carry', async () => {
    const { rows } = await test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT f.tenant_id, f.stored_as FROM knowledge_photos AS p
        JOIN files AS f ON f.tenant_id = p.tenant_id AND f.id = p.file_id WHERE p.state = 'stored'`),
    )
    expect(new Set(rows.map((row) => row['stored_as']))).toHaveProperty('size', 4)
    for (const row of rows)
      expect(await test.deps.fileStore.getSize(String(row['tenant_id']), String(row['stored_as']))).toBeGreaterThan(1_000)
  })

  it.each(['vocês têm piscina aquecida?', 'quem é o dono da empresa?'])('KNOW-06 %j is not', async (question) => {
    expect((await staff.call(previewKnowledgeAnswer, { body: { question } })).data.said).toBeNull()
  })
})
