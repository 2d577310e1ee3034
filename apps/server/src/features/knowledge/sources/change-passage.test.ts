import * as calls from '@prosa/contract/calls/agents/knowledge'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
let operator: Client
beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  operator = await test.client(tenant.operator.phone)
})
afterAll(() => test.close())

const settled = (id: string) =>
  waitUntil(
    async () => (await staff.call(calls.getSource, { params: { id } })).data,
    ({ state }) => state !== 'reading',
  )
const add = async (body: { kind: 'faq'; title: string; text: string }) =>
  settled((await staff.call(calls.createSource, { body })).data._id)
const ask = async (question: string) => (await staff.call(calls.previewKnowledgeAnswer, { body: { question } })).data

describe('one passage', () => {
  const passagesOf = async (id: string) => (await staff.call(calls.listPassages, { params: { id } })).data.passages
  const change = async (id: string, body: { text: string; question?: string | null }) =>
    (await staff.call(calls.updatePassage, { params: { id }, body })).data

  it('KNOW-10 put right by hand is answered from so, through each reading, as long as its source says the same', async () => {
    const faq = (opens: string) => `P: Que horas abre a brinquedoteca?\nR: Às ${opens}.\n\nP: Tem fraldário?\nR: No térreo.`
    const source = await add({ kind: 'faq', title: 'Crianças', text: faq('8h') })
    const params = { id: source._id }
    const [opens] = await passagesOf(source._id)
    const written = { text: 'Às 8h, e aos domingos às 10h.' }
    expect(await change(opens?._id ?? '', written)).toMatchObject({
      ...written,
      question: 'Que horas abre a brinquedoteca?',
      original: { text: 'Às 8h.', question: 'Que horas abre a brinquedoteca?' },
    })
    expect((await ask('que horas abre a brinquedoteca?')).said).toBe(written.text)
    expect((await ask('abre aos domingos?')).passages.map(({ text }) => text)).toContain(written.text)

    await staff.call(calls.refreshSource, { params })
    expect(await settled(source._id)).toMatchObject({ state: 'ready', report: [] })
    expect((await ask('que horas abre a brinquedoteca?')).said).toBe(written.text)

    await staff.call(calls.updateSource, { params, body: { text: faq('9h') } })
    expect(await settled(source._id)).toMatchObject({ report: ['A fonte mudou: 1 trecho corrigido à mão não vale mais.'] })
    expect((await ask('que horas abre a brinquedoteca?')).said).toBe('Às 9h.')
    expect((await passagesOf(source._id)).every(({ original }) => original === null)).toBe(true)
  })

  it('KNOW-10 put right beside a twin leaves the twin as it is, also where both have moved or one of them is gone', async () => {
    const pair = (answer: string) => `P: Tem desconto?\nR: ${answer}`
    const twins = [pair('Depende.'), pair('Depende.')]
    const source = await add({ kind: 'faq', title: 'Descontos', text: twins.join('\n\n') })
    const params = { id: source._id }
    const texts = async () => (await passagesOf(source._id)).map(({ text }) => text)
    const reread = async (pairs: readonly string[]) => {
      await staff.call(calls.updateSource, { params, body: { text: pairs.join('\n\n') } })
      return (await settled(source._id)).report
    }
    await change((await passagesOf(source._id))[1]?._id ?? '', { text: 'Só à vista.' })
    await staff.call(calls.refreshSource, { params })
    expect((await settled(source._id)).report).toEqual([])
    expect(await texts()).toEqual(['Depende.', 'Só à vista.'])
    expect(await reread(['P: Tem garantia?\nR: Um ano,\nde tudo.', ...twins])).toEqual([])
    expect(await texts()).toEqual(['Um ano,\nde tudo.', 'Depende.', 'Só à vista.'])
    expect(await reread(['P: Tem troca?\nR: Em 7 dias.', pair('Não.'), pair('Depende.')])).toEqual([])
    expect(await texts()).toEqual(['Em 7 dias.', 'Não.', 'Só à vista.'])
  })

  it('is the source’s again with the source’s words, and its words are counted once', async () => {
    const source = await add({ kind: 'faq', title: 'Lavanderia', text: 'P: Tem lavanderia?\nR: No subsolo.' })
    const [first] = await passagesOf(source._id)
    const id = first?._id ?? ''
    await change(id, { text: 'No subsolo, com ficha.', question: 'Onde fica a lavanderia?' })
    expect(await change(id, { text: 'No subsolo.', question: 'Tem lavanderia?' })).toMatchObject({ original: null })
    const { rows } = await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.execute(sql`SELECT word, passages FROM knowledge_words WHERE word IN ('lavanderia', 'ficha') ORDER BY word`),
    )
    expect(rows).toEqual([
      { word: 'ficha', passages: 0 },
      { word: 'lavanderia', passages: 1 },
    ])
  })

  it('is changed by whoever writes knowledge, with words, and not while its source is read', async () => {
    const source = await add({ kind: 'faq', title: 'Portaria', text: 'P: Tem portaria?\nR: Dia e noite.' })
    const [first] = await passagesOf(source._id)
    const params = { id: first?._id ?? '' }
    const body = { text: 'Só de dia.' }
    expect(await operator.refused(calls.updatePassage, { params, body })).toMatchObject({ status: 403 })
    expect(await staff.refused(calls.updatePassage, { params, body: { text: '  ' } })).toMatchObject({ status: 400 })
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.execute(sql`UPDATE knowledge_sources SET state = 'reading' WHERE id = ${source._id}`),
    )
    expect(await staff.refused(calls.updatePassage, { params, body })).toMatchObject({
      status: 409,
      message: 'A fonte está sendo lida. Tente de novo em instantes.',
    })
  })
})
