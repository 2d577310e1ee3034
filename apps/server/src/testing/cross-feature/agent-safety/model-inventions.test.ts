import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BROKEN_PROMISES } from '../../../features/assistant/testing/replies/broken-promises.ts'
import { HONEST_LEAD_MESSAGES, HONEST_REPLIES, STAFF_TEXTS } from '../../../features/assistant/testing/replies/honest-replies.ts'
import { INVENTED_AMOUNTS, INVENTED_DISCOUNTS } from '../../../features/assistant/testing/replies/invented-money.ts'
import { INVENTED_TERMS } from '../../../features/assistant/testing/replies/invented-terms.ts'
import { answerTurn } from '../../../features/assistant/turn/turn-job.ts'
import { agents, conversations, leads, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { type LlmDouble, openLlmDouble } from '../../doubles/llm/llm-double.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { createAssistantPorts } from '../../worlds/agents/assistant-ports.ts'
import { createConversation, createTenant, type TestConversation, type TestTenant } from '../../worlds/factories.ts'

const CONFIRMATION_REPLY = 'Essa informação eu prefiro confirmar com a equipe antes de te passar.'

let test: TestApp
let llm: LlmDouble
let tenant: TestTenant

beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp(llm.env)
  tenant = await createTenant(test)
})
afterAll(async () => {
  await test.close()
  await llm.close()
})
beforeEach(() => {
  llm.requests.length = 0
})

const runInTenant = <T>(work: Parameters<typeof test.deps.db.tenant<T>>[1]) => test.deps.db.tenant(tenant.tenantId, work)
const setInstructions = (instructions: string) =>
  runInTenant((tx) => tx.db.update(agents).set({ instructions }).where(eq(agents.id, tenant.agentId)))

/** Creates a lead who has sent these messages and waits for an answer. */
async function createWaitingLead(
  said: readonly string[],
  over: Partial<typeof leads.$inferInsert> = {},
): Promise<TestConversation> {
  const place = await createConversation(test, tenant, { history: 'h'.repeat(said.length), name: 'Rita' })
  await runInTenant(async (tx) => {
    const rows = await tx.db
      .select()
      .from(messages)
      .where(eq(messages.conversationId, place.conversationId))
      .orderBy(messages.seq)
    for (const [index, { id }] of rows.entries())
      await tx.db
        .update(messages)
        .set({ content: said[index] ?? '' })
        .where(eq(messages.id, id))
    await tx.db.update(conversations).set({ answeredSeq: 0 }).where(eq(conversations.id, place.conversationId))
    if (Object.keys(over).length > 0) await tx.db.update(leads).set(over).where(eq(leads.id, place.leadId))
  })
  return place
}

/** Runs the lead's turn. Returns the answers and the reason for which a user was called. */
async function runTurn(place: TestConversation) {
  const ports = createAssistantPorts(test)
  const { tenantId } = tenant
  expect(await answerTurn(test.deps, ports, { tenantId, conversationId: place.conversationId }, async () => {})).toBe('done')
  return runInTenant(async (tx) => {
    const said = await tx.db
      .select()
      .from(messages)
      .where(eq(messages.conversationId, place.conversationId))
      .orderBy(messages.seq)
    const [row] = await tx.db.select().from(conversations).where(eq(conversations.id, place.conversationId))
    const replies = said.filter(({ role, manual }) => role === 'AI' && !manual)
    return { replies: replies.map(({ content }) => content), reason: row?.attentionReason, meta: replies[0]?.meta }
  })
}

/** Groups eight statements into one answer, one per line. */
const groupStatements = (sayings: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(sayings.length / 8) }, (_, index) => sayings.slice(index * 8, index * 8 + 8).join('\n'))

/** Returns the replies that reach the lead if the model gives each of these answers and repeats it on the second request. */
async function fetchDeliveredReplies(answers: readonly string[], said: readonly string[] = ['Oi, tudo bem?']): Promise<string[]> {
  const heard: string[] = []
  for (const text of answers) {
    llm.behave(() => ({ text }))
    const { replies, reason } = await runTurn(await createWaitingLead(said))
    heard.push(...replies.filter((reply) => reply !== CONFIRMATION_REPLY || !reason?.startsWith('Ia dizer sem fonte: “')))
  }
  return heard
}

describe('what a model says reaches the lead only from its ground', () => {
  it('GUARD-20 sums, discounts, dates and deadlines out of the air never leave, however they are written @wide', async () => {
    const inventions = [...INVENTED_AMOUNTS, ...INVENTED_DISCOUNTS, ...INVENTED_TERMS]
    expect(new Set(inventions).size).toBeGreaterThanOrEqual(200)
    expect(await fetchDeliveredReplies(groupStatements(inventions))).toEqual([])
  }, 120_000)

  it('GUARD-20 honest replies leave as they are, without a second question to the model', async () => {
    await setInstructions(STAFF_TEXTS)
    expect(new Set(HONEST_REPLIES).size).toBeGreaterThanOrEqual(100)
    const answers = groupStatements(HONEST_REPLIES)
    expect(await fetchDeliveredReplies(answers, HONEST_LEAD_MESSAGES)).toEqual(answers)
    expect(llm.requests).toHaveLength(answers.length)
    await setInstructions('')
  }, 120_000)

  it('GUARD-21 another lead’s phone, e-mail or CPF never leaves', async () => {
    await createWaitingLead(['meu cpf é 987.654.321-00'], { phone: '+5521987651234', email: 'joao@vizinho.example' })
    const told = [
      'O telefone dele é (21) 98765-1234.',
      'Ligue +55 21 98765 1234',
      '21987651234',
      'nove oito sete seis cinco um dois três quatro',
      'E-mail: joao@vizinho.example',
      'joao arroba vizinho ponto example',
      'JOAO@VIZINHO.EXAMPLE',
      'Escreva pra joao (at) vizinho.example',
      'CPF 987.654.321-00',
      'O CPF é 98765432100.',
      '987 654 321 00',
      'cpf: ９８７.654.321-00',
    ]
    expect(await fetchDeliveredReplies(told)).toEqual([])
  }, 60_000)

  it('GUARD-22 promises, payments confirmed, places kept and a claim to be a person never leave', async () => {
    expect(await fetchDeliveredReplies(groupStatements(BROKEN_PROMISES))).toEqual([])
  }, 60_000)

  it('a model is told once which sentences were refused and why, and what the tools did; its second answer leaves', async () => {
    llm.behave(
      (_request, n) =>
        [
          { calls: [{ name: 'set_stage', args: { stage: 'pitch' } }] },
          { text: 'Tenho, sim! Sai por R$ 499 mil.', cost: 1 },
          { text: 'Tenho, sim! O valor a equipe confirma.', cost: 2 },
        ][n] ?? {},
    )
    const { replies, reason, meta } = await runTurn(await createWaitingLead(['Tem apartamento?']))
    expect(replies).toEqual(['Tenho, sim! O valor a equipe confirma.'])
    expect(reason).toBeNull()
    expect(llm.requests).toHaveLength(3)
    const [system] = llm.requests[2]?.messages ?? []
    expect(system?.content).toContain('{"frase":"Sai por R$ 499 mil."}: traz um valor')
    expect(system?.content).toContain('Estágio anotado.')
    expect(llm.requests[2]?.tools ?? []).toEqual([])
    // The second request is charged like the first.
    expect(meta).toMatchObject({ inputTokens: 300, cost: 3, tools: ['set_stage'] })
  })

  it('what is still refused is cut, and the rest leaves', async () => {
    llm.behave(() => ({ text: 'Tenho, sim! Sai por R$ 499 mil. Quer ver?' }))
    expect((await runTurn(await createWaitingLead(['Tem apartamento?']))).replies).toEqual(['Tenho, sim! Quer ver?'])
  })

  it('a model that breaks down at the second question leaves what was right in the first answer', async () => {
    llm.behave((_request, n) => (n === 0 ? { text: 'Tenho, sim! Sai por R$ 499 mil.' } : { fails: { status: 400 } }))
    expect((await runTurn(await createWaitingLead(['Tem apartamento?']))).replies).toEqual(['Tenho, sim!'])
  })

  it('a secret gets no second try', async () => {
    llm.behave(() => ({ text: 'Vou usar set_stage agora.' }))
    const { replies } = await runTurn(await createWaitingLead(['Oi']))
    expect(replies).toEqual([expect.stringMatching(/^Isso eu não consigo te passar por aqui/)])
    expect(llm.requests).toHaveLength(1)
  })

  it('a model does not lean on what it made up before, and does on what a person wrote', async () => {
    llm.behave(() => ({ text: 'O valor é R$ 499 mil.' }))
    for (const manual of [false, true]) {
      const place = await createWaitingLead(['Quanto custa?', 'Tá bom', 'E aí?'])
      await runInTenant(async (tx) => {
        const [, second] = await tx.db
          .select()
          .from(messages)
          .where(eq(messages.conversationId, place.conversationId))
          .orderBy(messages.seq)
        const row = { role: 'AI' as const, manual, content: 'Esse custa R$ 499.000,00.' }
        await tx.db
          .update(messages)
          .set(row)
          .where(eq(messages.id, second?.id ?? ''))
      })
      const { replies } = await runTurn(place)
      expect(replies.at(-1)).toBe(manual ? 'O valor é R$ 499 mil.' : CONFIRMATION_REPLY)
    }
  })
})
