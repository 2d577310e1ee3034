import { createAgent, previewAgent } from '@prosa/contract/calls/agents/agent'
import * as calls from '@prosa/contract/calls/agents/knowledge'
import { getConversation, listConversations, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/harness/client.ts'
import { QUICK_AGENT_ENV, startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { waitUntil } from '../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../testing/worlds/factories.ts'

const FAQ = `P: Qual é o endereço?
R: Rua Harmonia, 480, na Vila Madalena.

P: Os imóveis aceitam animais de estimação?
R: Cães e gatos são bem-vindos em quase todos os nossos imóveis.

P: Posso usar o FGTS na compra?
R: Sim, na entrada ou para abater o financiamento de imóveis residenciais.`

let test: TestApp
let tenant: TestTenant
let staff: Client
let operator: Client
beforeAll(async () => {
  test = await startTestApp(QUICK_AGENT_ENV)
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  operator = await test.client(tenant.operator.phone)
})
afterAll(() => test.close())

interface Given {
  kind: 'text' | 'faq' | 'products'
  title: string
  text: string
  agent_ids?: string[] | null
}

const settled = (id: string) =>
  waitUntil(
    async () => (await staff.call(calls.getSource, { params: { id } })).data,
    ({ state }) => state !== 'reading',
  )
const add = async (body: Given) => settled((await staff.call(calls.createSource, { body })).data._id)
const ask = async (question: string, agent_id?: string) =>
  (await operator.call(calls.previewKnowledgeAnswer, { body: { question, ...(agent_id ? { agent_id } : {}) } })).data

describe('sources of knowledge', () => {
  it('are read, shown in their order and answered from; operators read them and do not write', async () => {
    const source = await add({ kind: 'faq', title: 'Perguntas', text: FAQ })
    expect(source).toMatchObject({ state: 'ready', passages: 3, report: [], agent_ids: null })
    expect(source.updated_by_name).toBe(tenant.staff.name)
    const params = { id: source._id }
    const { data } = await operator.call(calls.listPassages, { params, query: { limit: '2' } })
    expect(data.passages.map(({ question }) => question)).toEqual([
      'Qual é o endereço?',
      'Os imóveis aceitam animais de estimação?',
    ])
    const rest = await operator.call(calls.listPassages, { params, query: { cursor: data.nextCursor ?? '' } })
    expect(rest.data).toMatchObject({ passages: [{ place: 'linha 7' }], nextCursor: null })
    const { data: listed } = await operator.call(calls.listSources, { query: { agent_id: tenant.agentId } })
    expect(listed.sources.map(({ title }) => title)).toContain('Perguntas')
    expect(await operator.refused(calls.deleteSource, { params })).toMatchObject({ status: 403 })
  })

  it('say why they cannot be read, and what is there already is not taken twice', async () => {
    const failed = await add({ kind: 'faq', title: 'Sem resposta', text: 'Qual é o prazo?' })
    expect(failed).toMatchObject({ state: 'failed', passages: 0 })
    expect(failed.error).toContain('Não achei perguntas com resposta')
    const again = { kind: 'faq', title: 'De novo', text: FAQ } as const
    expect(await staff.refused(calls.createSource, { body: again })).toMatchObject({
      status: 409,
      fieldErrors: { text: 'Este texto já está no conhecimento: “Perguntas”.' },
    })
    const empty = { kind: 'text', title: 'Vazia', text: '  ' } as const
    expect(await staff.refused(calls.createSource, { body: empty })).toMatchObject({ status: 400 })
    const foreign = { kind: 'text', title: 'De outro', text: 'Oi', agent_ids: [tenant.tenantId] } as const
    expect(await staff.refused(calls.createSource, { body: { ...foreign, agent_ids: [tenant.tenantId] } })).toMatchObject({
      status: 400,
      fieldErrors: { agent_ids: 'Um destes agentes não existe.' },
    })
  })

  it('are made once for one key', async () => {
    const body = { kind: 'text', title: 'Uma vez', text: 'A portaria abre às 6h.' } as const
    const once = () => staff.call(calls.createSource, { body, headers: { 'idempotency-key': 'a-first-source' } })
    const [first, second] = [await once(), await once()]
    expect(second.data._id).toBe(first.data._id)
    await settled(first.data._id)
  })

  it('KNOW-10 are answered from as they were or as they are, never both, and not once they are deleted', async () => {
    const source = await add({ kind: 'faq', title: 'Estacionamento', text: 'P: Tem estacionamento?\nR: São duas vagas.' })
    const params = { id: source._id }
    expect((await ask('tem estacionamento?')).said).toBe('São duas vagas.')
    await staff.call(calls.updateSource, { params, body: { text: 'P: Tem estacionamento?\nR: São cinco vagas.' } })
    expect((await settled(source._id)).passages).toBe(1)
    expect((await ask('tem estacionamento?')).passages.filter(({ source_id }) => source_id === source._id)).toHaveLength(1)
    expect((await ask('tem estacionamento?')).said).toBe('São cinco vagas.')
    await staff.call(calls.deleteSource, { params })
    expect((await ask('tem estacionamento?')).said).toBeNull()
  })

  it('KNOW-17 are those of an agent and those of all, never another tenant’s', async () => {
    const stranger = await test.client((await createTenant(test)).staff.phone)
    const text = 'P: Tem wi-fi?\nR: A senha do wi-fi está na recepção.'
    await add({ kind: 'faq', title: 'Da Clara', text, agent_ids: [tenant.agentId] })
    expect((await ask('tem wifi?', tenant.agentId)).said).toBe('A senha do wi-fi está na recepção.')
    const { data: bento } = await staff.call(createAgent, { body: { name: 'Bento', type: 'CLOSER' } })
    expect((await ask('tem wifi?', bento._id)).said).toBeNull()
    expect((await ask('qual o endereço?', bento._id)).said).toBe('Rua Harmonia, 480, na Vila Madalena.')
    const theirs = await stranger.call(calls.previewKnowledgeAnswer, { body: { question: 'qual o endereço?' } })
    expect(theirs.data).toEqual({ passages: [], said: null, from: [] })
    const asTheirs = { body: { question: 'qual o endereço?', agent_id: tenant.agentId } }
    expect(await stranger.refused(calls.previewKnowledgeAnswer, asTheirs)).toMatchObject({ status: 404 })
  })

  it('KNOW-11 give a price on its last day and on none after, by the organisation’s clock', async () => {
    const day = (offset: number) =>
      new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(
        new Date(test.deps.clock.now().getTime() + offset * 86_400_000),
      )
    const rows = `Studio Paulista;R$ 398.000;${day(0)}\nCasa Girassol;1.890.000,00;${day(-1)}\nLoft;a combinar;`
    const source = await add({ kind: 'products', title: 'Preços', text: `nome;preço;válido até\n${rows}` })
    expect(source.report).toEqual(['Linha 4: preço “a combinar” não é um número; entrou sem preço.'])
    expect((await ask('quanto custa o studio paulista?')).said).toBe('Studio Paulista: R$ 398.000,00.')
    expect((await ask('qual o preço da casa girassol?')).said).toBe(
      'Casa Girassol: o valor está sendo atualizado; a equipe te confirma.',
    )
  })
})

describe('an agent without a model', () => {
  const params = () => ({ agentId: tenant.agentId })
  const seen = new Set<string>()
  /** Sends a message as a new visitor of the web chat. @returns the ids and the history of the conversation once the agent has answered */
  const say = async (content: string) => {
    const visitor = await test.client()
    await visitor.call(sendWebchatMessage, { params: params(), body: { content }, headers: { 'idempotency-key': 'first' } })
    const made = await waitUntil(async () => {
      const { conversations } = (await staff.call(listConversations, { params: params() })).data
      return conversations.find(({ lead_id, last_message_from }) => last_message_from === 'agent' && !seen.has(lead_id))
    })
    const place = { leadId: made?.lead_id ?? '', conversationId: made?._id ?? '' }
    seen.add(place.leadId)
    // After any answer, the agent asks its next question.
    const history = await waitUntil(
      async () => (await staff.call(getConversation, { params: place })).data.history,
      (said) => said.at(-1)?.role === 'AI' && said.at(-1)?.content.endsWith('?') === true,
    )
    return { place, history }
  }

  it.each([
    ['qual o endereço?', 'Rua Harmonia, 480, na Vila Madalena.'],
    ['oi, aceita pet?', 'Cães e gatos são bem-vindos em quase todos os nossos imóveis.'],
    ['aceita FGTS?', 'Sim, na entrada ou para abater o financiamento de imóveis residenciais.'],
  ])('KNOW-01 answers %j in the company’s sentence, word for word, and calls nobody for it', async (content, answer) => {
    const body = { messages: [{ role: 'humano' as const, content }] }
    const { data } = await staff.call(previewAgent, { params: { id: tenant.agentId }, body })
    expect(data.replies.join('\n')).toContain(answer)
    expect(data.attention_reason).toBeNull()
    // The agent asks its next question.
    expect(data.replies.at(-1)).toMatch(/\?$/)
  })

  it('KNOW-13 shows what an answer was taken from as it was then, also after its source is gone', async () => {
    const { history } = await say('oi! qual o endereço de vocês?')
    const answered = history.find(({ content }) => content.includes('Rua Harmonia'))
    const basis = async () =>
      (await operator.call(calls.getMessageGrounding, { params: { messageId: answered?.message_id ?? '' } })).data.passages
    expect(await basis()).toMatchObject([
      { source: 'Perguntas', text: 'Rua Harmonia, 480, na Vila Madalena.', is_changed: false },
    ])
    const { sources } = (await staff.call(calls.listSources)).data
    const faq = sources.find(({ title }) => title === 'Perguntas')
    const params = { id: faq?._id ?? '' }
    // Reading the source again gives the same answer, although its passages have new ids; so does adding another question.
    await staff.call(calls.refreshSource, { params })
    await settled(params.id)
    await staff.call(calls.updateSource, { params, body: { text: `${FAQ}\n\nP: Abrem domingo?\nR: Não.` } })
    await settled(params.id)
    expect(await basis()).toMatchObject([{ is_changed: false }])
    await staff.call(calls.deleteSource, { params })
    expect(await basis()).toMatchObject([{ text: 'Rua Harmonia, 480, na Vila Madalena.', is_changed: true }])
  })

  it('KNOW-15 KNOW-16 owns up to what nobody wrote down, keeps it for the team without who asked, and knows it from then on', async () => {
    const question = 'Sou a Marina Prado, marina@exemplo.com, (11) 98765-4321: vocês fazem mudança?'
    const { place, history } = await say(question)
    expect(history.at(-1)?.role).toBe('AI')
    const waiting = async () => (await staff.call(calls.listQuestions)).data.questions
    const kept = (await waitUntil(waiting, (all) => all.some(({ text }) => text.includes('mudança')))).find(({ text }) =>
      text.includes('mudança'),
    )
    expect(kept?.text).not.toMatch(/marina@|98765/)
    expect(kept).toMatchObject({ state: 'open', times: 1, lead_id: place.leadId })
    await staff.call(calls.updateQuestion, {
      params: { id: kept?._id ?? '' },
      body: { state: 'answered', answer: 'Indicamos duas transportadoras parceiras.' },
    })
    expect((await ask('vcs fazem mudança?')).said).toBe('Indicamos duas transportadoras parceiras.')
    const again = { params: { id: kept?._id ?? '' }, body: { state: 'answered' as const, answer: 'Outra' } }
    const second = await staff.refused(calls.updateQuestion, again)
    expect(second).toMatchObject({ status: 409, message: `Já respondida por ${tenant.staff.name}.` })
  })
  it('KNOW-15 what a person then writes is suggested as the answer, without the lead, once; what comes after changes nothing', async () => {
    const { place } = await say('me chamo Marina Prado, vocês fazem vistoria por vídeo?')
    const asked = async () => (await staff.call(calls.listQuestions)).data.questions.find(({ text }) => text.includes('vistoria'))
    await waitUntil(asked)
    const send = (content: string) =>
      operator.call(sendMessage, {
        params: place,
        body: { content },
        headers: { 'idempotency-key': `by-a-person-${content.length}` },
      })
    await send('Fazemos sim, Marina: por R$ 1.250,00, até 31/12/2026. Ligo no (11) 98765-4321 ou no marina@exemplo.com.')
    const suggested = await waitUntil(asked, (question) => question?.state === 'suggested')
    expect(suggested?.answer).toMatch(/^Fazemos sim,/)
    expect(suggested?.answer).toContain('R$ 1.250,00, até 31/12/2026')
    expect(suggested?.answer).not.toMatch(/Marina|98765|exemplo/i)
    await send('Mais alguma coisa?')
    expect((await asked())?.answer).toBe(suggested?.answer)
    // Reopening a dismissed question restores its suggestion.
    const settle = (state: 'dismissed' | 'open' | 'answered') =>
      staff.call(calls.updateQuestion, { params: { id: suggested?._id ?? '' }, body: { state } })
    await settle('dismissed')
    expect(await asked()).toBeUndefined()
    await settle('open')
    expect(await asked()).toMatchObject({ state: 'suggested', answer: suggested?.answer })
    // An approved suggestion answers the question.
    await settle('answered')
    expect((await ask('fazem vistoria por vídeo?')).said).toBe(suggested?.answer)
  })
  it('a visitor without a name takes no word of the answer along', async () => {
    const { place } = await say('tem estacionamento para visitas?')
    const asked = async () => (await staff.call(calls.listQuestions)).data.questions.find(({ text }) => text.includes('visitas'))
    await waitUntil(asked)
    const body = { content: 'Sim, cada visitante tem uma vaga por 2 horas.' }
    await operator.call(sendMessage, { params: place, body, headers: { 'idempotency-key': 'to-a-visitor' } })
    expect((await waitUntil(asked, (question) => question?.state === 'suggested'))?.answer).toBe(body.content)
  })
})
