import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { searchMessages } from '@prosa/contract/calls/conversations/search'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversations, messages } from '../../platform/database/schema/conversations/conversations.ts'
import { messageSearch, messageWords } from '../../platform/database/schema/conversations/search.ts'
import { importedMessages } from '../../platform/database/schema/whatsapp/imported-history.ts'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { waitUntil } from '../../testing/harness/wait-until.ts'
import { createConversation, createTenant, type TestConversation, type TestTenant } from '../../testing/worlds/factories.ts'
import { indexMessages } from './indexing/index-messages.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
let place: TestConversation
beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  place = await createConversation(test, tenant, { history: 'h' })
})
afterAll(() => test.close())

interface Line {
  content?: string
  transcript?: { state: 'done'; text: string }
  attachment?: { filename: string }
  at?: Date
  to?: TestConversation
}

const lastSeqs = new Map<string, number>()

/** Stores a lead's message without an answer. @returns its id */
async function say(line: string | Line, of = tenant): Promise<string> {
  const {
    content = '',
    transcript,
    attachment,
    at = new Date(),
    to = place,
  } = typeof line === 'string' ? { content: line } : line
  const { tenantId } = of
  const seq = (lastSeqs.get(to.conversationId) ?? 1) + 1
  lastSeqs.set(to.conversationId, seq)
  const id = uuid()
  const row = {
    tenantId,
    conversationId: to.conversationId,
    seq,
    id,
    role: 'humano',
    content,
    leadMessages: seq,
    createdAt: at,
  } as const
  await test.deps.db.tenant(tenantId, async (tx) => {
    await tx.db.insert(messages).values({ ...row, transcript: transcript ?? null, attachment: attachment ?? null })
    await tx.db.update(conversations).set({ lastSeq: seq, leadMessages: seq }).where(eq(conversations.id, to.conversationId))
  })
  return id
}

const settle = (of = tenant) => indexMessages(test.deps, of.tenantId, new AbortController().signal)
const search = async (q: string, more: Record<string, string> = {}, client = staff) =>
  (await client.call(searchMessages, { query: { q, ...more } })).data
const idsOf = async (q: string, more: Record<string, string> = {}) =>
  (await search(q, more)).results.map(({ message_id }) => message_id)

describe('a search of messages', () => {
  it.each([
    ['reuniao', 'Marquei as reuniões com o pessoal'],
    ['avaliacoes', 'Preciso de uma avaliação do carro'],
    ['imoveis', 'Qual imóvel cabe no meu bolso?'],
    ['123.456.789-09', 'meu cpf é 12345678909, pode anotar'],
    ['98765432100', 'CPF 987.654.321-00'],
    ['FINANCIAMENTO caixa', 'O financiamento sai pela Caixa?'],
    ['rita@exemplo.com.br', 'Escreva para rita@exemplo.com.br, por favor'],
  ])('INBOX-10 %s finds “%s”', async (asked, said) => {
    const id = await say(said)
    await settle()
    expect(await idsOf(asked)).toEqual([id])
    const { results, instead } = await search(asked)
    expect(instead).toBeUndefined()
    expect(results[0]?.marks.length).toBe(asked.split(' ').length)
  })

  it.each([
    [
      'Mande para joao.teste@empresa.com.br hoje',
      ['empresa', 'teste@empresa', 'joao', 'joao.teste@empresa.com.br', 'empresa.com.br'],
    ],
    ['Veja em https://www.imobiliariasol.com.br/lancamentos/vista-mar?id=7', ['imobiliariasol', 'lancamentos', 'vista-mar']],
    ['O pedido é PED-2026-0917, certo?', ['PED-2026', 'PED-2026-0917', 'ped', '0917', '2026-0917']],
    ['Anexei contrato_final-v2.pdf aí', ['contrato', 'contrato_final', 'contrato_final-v2.pdf']],
    [
      'Meu número é 11 9 8765-4321',
      ['98765-4321', '8765-4321', '11987654321', '+55 11 98765-4321', '1187654321', '11 8765 4321', '987654321'],
    ],
    ['Liga no (21) 3333-4455 depois', ['3333-4455', '33334455', '2133334455', '21 3333 4455', '021 3333-4455', '5521933334455']],
    ['É +351 912 345 679, de Lisboa', ['912345679', '351912345679', '+351 912345679']],
  ])('INBOX-10 finds “%s” by its parts, and marks them', async (said, asked) => {
    const id = await say(said)
    await settle()
    for (const q of asked) {
      const { results, instead } = await search(q)
      expect({ q, found: results.map(({ message_id }) => message_id), instead }).toEqual({ q, found: [id], instead: undefined })
      expect({ q, marks: results[0]?.marks.length }).not.toEqual({ q, marks: 0 })
    }
  })

  it('splits no amount: a price is found by its whole number only', async () => {
    const id = await say('Fica R$ 451.777,00 à vista')
    await settle()
    expect([await idsOf('451'), await idsOf('777')]).toEqual([[], []])
    expect(await idsOf('451.777,00')).toEqual([id])
  })

  it.each(['%', '_', '%%', '?!', '  ', '👍', '.'])('finds nothing by %j, which has no letter or digit', async (q) => {
    expect(await search(q)).toEqual({ results: [], nextCursor: null })
  })

  it('INBOX-10 INBOX-11 a mistyped word finds what was meant, and says so', async () => {
    const id = await say('Esse apartamento tem varanda?')
    await settle()
    const found = await search('apartamneto')
    expect(found.results.map(({ message_id }) => message_id)).toEqual([id])
    expect(found.instead).toBe('apartamento')
    expect((await search('varan apartamento')).instead).toBe('varanda apartamento')
    expect((await search('geladeira')).results).toEqual([])
    expect((await search('geladeira')).instead).toBeUndefined()
  })

  it('INBOX-11 a word that only another organisation wrote is never told', async () => {
    const other = await createTenant(test)
    await say({ content: 'O condomínio Jacarandá', to: await createConversation(test, other, { history: 'h' }) }, other)
    await settle(other)
    expect(await search('jacarnada')).toEqual({ results: [], nextCursor: null })
    const theirs = await test.client(other.staff.phone)
    expect((await search('jacarnada', {}, theirs)).instead).toBe('jacarandá')
  })

  it('INBOX-12 marks the words where they stand, in what is left of the text as it was written', async () => {
    const long = `${'Bom dia, tudo bem com vocês? '.repeat(12)}Queria ver a <b>cobertura</b> e as vagas ${'e mais. '.repeat(30)}`
    await say(long)
    await settle()
    const [result] = (await search('coberturas vaga')).results
    expect(result?.snippet).toContain('a <b>cobertura</b> e as vagas')
    expect(result?.snippet.length).toBeLessThanOrEqual(144)
    expect(result?.marks.map(([from, to]) => result.snippet.slice(from, to))).toEqual(['cobertura', 'vagas'])
    expect(result).toMatchObject({ lead_id: place.leadId, lead_name: 'Marina Lopes', role: 'humano', source: 'text' })
  })

  it('HEAR-12 finds a word that only a transcript holds, and one that only a file is called by', async () => {
    const voice = await say({ transcript: { state: 'done', text: 'Eu queria saber do consórcio' } })
    const file = await say({ attachment: { filename: 'holerite março.pdf' } })
    await settle()
    expect((await search('consorcio')).results).toMatchObject([{ message_id: voice, source: 'transcript' }])
    expect((await search('holerite')).results).toMatchObject([{ message_id: file, source: 'file' }])
  })

  it('shows the newest first, page by page, across months, and each message once', async () => {
    const days = [400, 200, 31, 30, 2, 1, 0]
    const ids: string[] = []
    for (const day of days)
      ids.unshift(
        await say({
          content: `Churrasqueira ${day}`,
          at: new Date(Date.now() - day * 86_400_000),
          attachment: { filename: 'churrasqueira.png' },
        }),
      )
    await settle()
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await search('churrasqueira', { limit: '3', ...(cursor ? { cursor } : {}) })
      found.push(...page.results.map(({ message_id }) => message_id))
      cursor = page.nextCursor
    }
    expect(found).toEqual(ids)
    expect((await staff.refused(searchMessages, { query: { q: 'churrasqueira', cursor: 'nonsense' } })).status).toBe(400)
  })

  it('looks through one lead, or one agent, only', async () => {
    const elsewhere = await createConversation(test, tenant, { history: 'h' })
    const [here, there] = [await say('Tenho um cachorro'), await say({ content: 'Cachorro pode?', to: elsewhere })]
    await settle()
    expect(await idsOf('cachorro')).toEqual([there, here])
    expect(await idsOf('cachorro', { lead_id: elsewhere.leadId })).toEqual([there])
    expect(await idsOf('cachorro', { agent_id: tenant.agentId })).toEqual([there, here])
    for (const other of [{ agent_id: uuid() }, { lead_id: uuid() }, { agent_id: 'x' }, { lead_id: 'x' }])
      expect(await idsOf('cachorro', other)).toEqual([])
  })

  it('wants two characters, and finds nothing by words that say nothing', async () => {
    expect((await staff.refused(searchMessages, { query: { q: ' a ' } })).fieldErrors).toEqual({
      q: 'Digite ao menos 2 caracteres.',
    })
    expect(await search('de')).toEqual({ results: [], nextCursor: null })
  })

  it('follows what is put otherwise, what is taken back, and what came before the number did', async () => {
    const id = await say('Aceita permuta?')
    await settle()
    const change = (set: Partial<typeof messages.$inferInsert>) =>
      test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.update(messages).set(set).where(eq(messages.id, id)))
    await change({ content: 'Aceita troca por moto?' })
    await settle()
    expect([await idsOf('permuta'), await idsOf('moto')]).toEqual([[], [id]])
    await change({ delivery: null, revokedAt: new Date() })
    await settle()
    expect(await idsOf('moto')).toEqual([])
    const past = {
      id: uuid(),
      channelId: 'wamid.PAST',
      numberId: uuid(),
      role: 'humano',
      type: 'text',
      saidAt: new Date(0),
    } as const
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db
        .insert(importedMessages)
        .values({ tenantId: tenant.tenantId, conversationId: place.conversationId, content: 'Escritura', ...past }),
    )
    await settle()
    expect(await idsOf('escritura')).toEqual([past.id])
  })

  it('INBOX-13 what is found can be jumped to by its id', async () => {
    const id = await say('Aceita pagamento em debêntures?')
    await settle()
    const [found] = (await search('debentures')).results
    const { data } = await staff.call(getConversation, {
      params: { leadId: found?.lead_id ?? '', conversationId: found?.conversation_id ?? '' },
      query: { around: found?.message_id ?? '' },
    })
    expect(data.history.map(({ message_id }) => message_id)).toContain(id)
  })

  it('INBOX-15 finds a message within five seconds of its being stored, asked by nobody', async () => {
    const lead = await test.client()
    const { sendWebchatMessage } = await import('@prosa/contract/calls/webchat/webchat')
    await lead.call(sendWebchatMessage, {
      params: { agentId: tenant.agentId },
      body: { content: 'Vocês têm estacionamento coberto?' },
      headers: { 'idempotency-key': uuid() },
    })
    const stored = Date.now()
    const found = await waitUntil(
      () => search('estacionamento coberto'),
      ({ results }) => results.length > 0,
    )
    expect(found.results[0]?.snippet).toBe('Vocês têm estacionamento coberto?')
    expect(Date.now() - stored).toBeLessThan(5_000)
  })

  it('forgets an erased lead with its words', async () => {
    const gone = await createConversation(test, tenant, { history: 'h' })
    await say({ content: 'Moro na rua Itaquaquecetuba', to: gone })
    await settle()
    expect(await idsOf('itaquaquecetuba')).toHaveLength(1)
    const admin = await test.client(tenant.admin.phone)
    await admin.call(eraseLead, { params: { id: gone.leadId } })
    const left = await test.deps.db.tenant(tenant.tenantId, (tx) =>
      Promise.all([
        tx.db.$count(messageSearch, eq(messageSearch.conversationId, gone.conversationId)),
        tx.db.$count(messageWords, eq(messageWords.word, 'itaquaquecetuba')),
      ]),
    )
    expect(left).toEqual([0, 0])
    await settle()
    expect(await search('itaquaquecetuba')).toEqual({ results: [], nextCursor: null })
  })
})
