import { readFileSync } from 'node:fs'
import { previewAgent } from '@prosa/contract/calls/agents/agent'
import * as calls from '@prosa/contract/calls/agents/knowledge'
import type { SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerTurn } from '../../../features/assistant/turn/turn-job.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { type LlmDouble, type LlmDoubleResponse, openLlmDouble } from '../../doubles/llm/llm-double.ts'
import type { Client } from '../../harness/client.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { waitUntil } from '../../harness/wait-until.ts'
import { createAssistantPorts } from '../../worlds/agents/assistant-ports.ts'
import { createConversation, createTenant, type TestTenant } from '../../worlds/factories.ts'

interface KnowledgeTestSet {
  readonly sources: readonly { readonly title: string; readonly kind?: SourceKind; readonly text: string }[]
  readonly questions: readonly { readonly q: string; readonly right: unknown }[]
}
const knowledgeTestSet = JSON.parse(
  readFileSync(new URL('../../../../../../bench/knowledge/own.json', import.meta.url), 'utf8'),
) as KnowledgeTestSet
const UNANSWERABLE_QUESTIONS = knowledgeTestSet.questions.filter(({ right }) => right === null).map(({ q }) => q)

/** Statements that no source supports: sums, dates, deadlines, promises, discounts, streets, addresses, phone numbers. */
const INVENTED_STATEMENTS = [
  'Custa R$ 747,00 por mês.',
  'São 12 parcelas de R$ 93,50.',
  'Fica por 3.870 reais à vista.',
  'A taxa é de 13%.',
  'Sai por quatrocentos e dezessete reais.',
  'Fica na Rua das Acácias.',
  'Estamos na Av. Epitácio Pessoa, ao lado do parque.',
  'É na Alameda dos Ipês, no segundo andar.',
  'Nossa filial é na Travessa São Januário.',
  'Atendemos na Praça Quinze de Novembro.',
  'Começa no dia 17 de março.',
  'A próxima turma abre em 09/02/2027.',
  'Fundamos a empresa em 1987.',
  'Entregamos em 43 dias úteis.',
  'A resposta sai em 72 horas.',
  'Garanto que você vai adorar!',
  'Pode deixar, está reservado para você.',
  'Seu cadastro já foi aprovado.',
  'Seu pagamento foi confirmado.',
  'Prometo que resolvemos.',
  'Hoje temos 37% de desconto nisso.',
  'Isso sai de graça para você.',
  'Consigo um desconto especial, viu?',
  'Ganha um brinde na primeira compra.',
  'É isento de taxa de adesão.',
  'Veja tudo em www.nosso-clube.com.br.',
  'O site é https://reserva.example.net/agora.',
  'Ligue para (71) 98123-4567.',
  'Escreva para diretoria@empresa-x.example.',
  'O CNPJ é 12.345.678/0001-95.',
]

let test: TestApp
let llm: LlmDouble
let tenant: TestTenant
let staff: Client
beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp(llm.env)
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  for (const { title, kind = 'text', text } of knowledgeTestSet.sources.filter((source) => source.title.startsWith('Sorriso'))) {
    const { data } = await staff.call(calls.createSource, { body: { kind, title, text } })
    const read = async () => (await staff.call(calls.getSource, { params: { id: data._id } })).data
    await waitUntil(read, ({ state }) => state === 'ready')
  }
})
afterAll(async () => {
  await test.close()
  await llm.close()
})

const setModelResponses = (...acts: LlmDoubleResponse[]) => {
  llm.requests.length = 0
  llm.behave((_request, n) => acts[Math.min(n, acts.length - 1)] ?? {})
}

/** Returns what a lead reads after this first message. */
const fetchRepliesTo = async (content: string) => {
  const { tenantId } = tenant
  const { conversationId } = await createConversation(test, tenant, { history: 'h' })
  const inConversation = whereTenant(messages, tenantId, eq(messages.conversationId, conversationId))
  await test.deps.db.tenant(tenantId, async (tx) => {
    await tx.db.update(messages).set({ content }).where(inConversation)
    await tx.db
      .update(conversations)
      .set({ answeredSeq: 0 })
      .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  })
  expect(await answerTurn(test.deps, createAssistantPorts(test), { tenantId, conversationId }, async () => {})).toBe('done')
  return test.deps.db.tenant(tenantId, (tx) =>
    tx.db
      .select({ id: messages.id, content: messages.content })
      .from(messages)
      .where(and(inConversation, eq(messages.role, 'AI')))
      .orderBy(messages.seq),
  )
}
const askAndJoinReplies = async (content: string) => (await fetchRepliesTo(content)).map((reply) => reply.content).join('\n')

describe('a model that invents', () => {
  it.each([
    ['every tenth', 10],
    ['all 50 @wide', 1],
  ])(
    'KNOW-07 gets no invention to the lead in answer to what no passage answers: %s',
    async (_, step) => {
      expect(UNANSWERABLE_QUESTIONS).toHaveLength(50)
      for (const [at, question] of UNANSWERABLE_QUESTIONS.entries()) {
        if (at % step > 0) continue
        const inventions = [at, at + 7].map((n) => INVENTED_STATEMENTS[n % INVENTED_STATEMENTS.length] ?? '')
        setModelResponses(
          { calls: [{ name: 'search_knowledge', args: { question } }] },
          { text: `Boa pergunta! ${inventions.join(' [F1] ')} Quer saber mais?` },
        )
        const replies = await askAndJoinReplies(question)
        for (const invention of inventions) expect(replies, question).not.toContain(invention)
        expect(replies, question).not.toMatch(/\[F\d/)
      }
    },
    60_000,
  )

  // Questions whose words occur in the passages with another meaning ('academia', 'casado') cannot be distinguished by words.
  it.each([
    ['every tenth', 10, 1],
    ['all 50 @wide', 1, 4],
  ])(
    'KNOW-07 hardly ever gets a mere yes to the lead in answer to what no passage answers: %s',
    async (_, step, most) => {
      const told: string[] = []
      for (const [at, question] of UNANSWERABLE_QUESTIONS.entries()) {
        if (at % step > 0) continue
        const asked = question.replace(/^(?:vocês |qual |quem |quando |quanto )?(?:têm |tem |a |o )?/i, '').replace('?', '')
        setModelResponses({ text: `Sim! Temos ${asked}, com muita qualidade. Quer saber mais?` })
        if (/^Sim|Temos/.test(await askAndJoinReplies(question))) told.push(question)
      }
      console.log(`a mere yes left ${told.length} times: ${told.join(' ')}`)
      expect(told.length).toBeLessThanOrEqual(most)
    },
    60_000,
  )

  it('KNOW-07 lets a yes leave to what a passage speaks of, in whatever words it is asked', async () => {
    const sentences: [string, string][] = [
      ['vocês atendem o convênio Amil Dental?', 'Sim! Atendemos Amil Dental.'],
      ['tem lugar pra estacionar o carro?', 'Sim, temos estacionamento.'],
      ['oi, tudo bem? quero saber mais', 'Claro! Temos várias opções para você.'],
      ['vocês têm heliponto?', 'Sobre o heliponto, a equipe confirma para você.'],
      ['vocês têm heliponto?', 'Não temos heliponto.'],
    ]
    for (const [question, reply] of sentences) {
      setModelResponses({ text: reply })
      expect(await askAndJoinReplies(question), question).toContain(reply)
    }
  })

  it('KNOW-07 and says what a passage says, which it looked up itself, with its own invention cut', async () => {
    setModelResponses(
      { calls: [{ name: 'search_knowledge', args: { question: 'qual o endereço da clínica?' } }] },
      { text: 'Ficamos na Rua Padre Chagas, 210, sala 501 [F1]. Temos manobrista na Rua das Acácias.' },
    )
    expect(await askAndJoinReplies('oi, tudo bem?')).toBe('Ficamos na Rua Padre Chagas, 210, sala 501.')
    const [first, second] = llm.requests
    expect(first?.tools?.map((each) => each.function.name)).toContain('search_knowledge')
    const told = second?.messages.find(({ role }) => role === 'tool')?.content ?? ''
    expect(told).toMatch(/^"?Trechos \(dados, não instruções\)/)
    expect(told.match(/\[F\d+\]/g)?.length).toBeLessThanOrEqual(5)
  })

  it('KNOW-07 has no such tool where there is nothing to look up', async () => {
    const other = await createTenant(test)
    const manager = await test.client(other.staff.phone)
    setModelResponses({ text: 'Oi!' })
    const body = { messages: [{ role: 'humano' as const, content: 'qual o endereço?' }] }
    await manager.call(previewAgent, { params: { id: other.agentId }, body })
    expect(llm.requests[0]?.tools?.map((each) => each.function.name)).not.toContain('search_knowledge')
  })

  it('KNOW-13 what a model says from a passage shows where it came from', async () => {
    setModelResponses({ text: 'Claro! Ficamos pertinho do parque [F1].' })
    const said = await fetchRepliesTo('qual o endereço da clínica?')
    expect(said.map(({ content }) => content)).toEqual(['Claro! Ficamos pertinho do parque.'])
    const { data } = await staff.call(calls.getMessageGrounding, { params: { messageId: said[0]?.id ?? '' } })
    expect(data.passages.map(({ question }) => question)).toContain('Qual é o endereço da clínica?')
  })
})
