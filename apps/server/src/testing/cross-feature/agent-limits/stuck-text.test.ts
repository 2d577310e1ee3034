import { setImmediate as nextTurn } from 'node:timers/promises'
import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLARA_SDR } from '../../../features/assistant/testing/dialogue.ts'
import { STARVED_TEXT } from '../../../features/assistant/testing/stuck-worker.ts'
import { decidePlaybookTurn } from '../../../features/assistant/turn/decision/decide-playbook-turn.ts'
import { previewAgent } from '../../../features/assistant/turn/preview-agent.ts'
import { answerOrGiveUp, giveUpTurn } from '../../../features/assistant/turn/turn-job.ts'
import { createTextReader, ParseTimeoutError } from '../../../features/assistant/turn/worker-thread/text-reader.ts'
import { agents, conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { createAssistantPorts, deleteQueuedTurns } from '../../worlds/agents/assistant-ports.ts'
import { createTenant, type TestTenant } from '../../worlds/factories.ts'

const STUCK_TEXT = `${'tudo '.repeat(40)}x`
const stuckReader = createTextReader(new URL('../../../features/assistant/testing/stuck-worker.ts', import.meta.url))
const resolveAtOnce = async () => {}

const buildTurnInput = (content: string) => ({
  agent: CLARA_SDR,
  lead: { name: null, company: null, phone: null, email: null },
  conversation: { stage: null, memory: null },
  newMessages: [{ content, type: 'text' }],
  now: new Date('2026-11-20T13:00:00Z'),
  timeZone: 'America/Sao_Paulo',
})

describe('a thread of its own for what leads write', () => {
  it('decides as the function itself does @wide', async () => {
    const asked = buildTurnInput('Oi, sou a Ana e quero marcar pra terça às 15h')
    expect(await createTextReader().run('decide', asked)).toEqual(decidePlaybookTurn(asked))
  })

  it('GUARD-36 a text that keeps a pattern busy is ended, holds up nothing beside it, and the next text is read @wide', async () => {
    const seen = { isOver: false }
    const stuck = stuckReader
      .run('decide', buildTurnInput(STUCK_TEXT))
      .catch((error: unknown) => error)
      .finally(() => {
        seen.isOver = true
      })
    const beside = stuckReader.run('decide', buildTurnInput('Oi'))
    // The process is not blocked meanwhile; the fault suite measures its speed (poison).
    let turns = 0
    for (; !seen.isOver; turns += 1) await nextTurn()
    expect(await stuck).toBeInstanceOf(ParseTimeoutError)
    expect(turns).toBeGreaterThan(10)
    expect((await beside).replies).not.toEqual([])
    expect((await stuckReader.run('decide', buildTurnInput('Oi'))).replies).not.toEqual([])
  })

  it('GUARD-36 a text is not given up for what others of the machine took: only what its thread worked counts', async () => {
    expect(await stuckReader.run('extractQuestions', [{ content: STARVED_TEXT, type: 'text' }])).toEqual([])
  })
})

describe('a turn with such a text', () => {
  let test: TestApp
  let tenant: TestTenant
  let key = 0
  beforeAll(async () => {
    test = await startTestApp()
    tenant = await createTenant(test)
  })
  afterAll(() => test.close())

  const writes = async (content: string) => {
    const lead = await test.client()
    await lead.call(sendWebchatMessage, {
      params: { agentId: tenant.agentId },
      body: { content },
      headers: { 'idempotency-key': `k${key++}` },
    })
    await deleteQueuedTurns(test, tenant.tenantId)
    const [row] = await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.select().from(conversations).orderBy(desc(conversations.createdAt)),
    )
    return { tenantId: tenant.tenantId, conversationId: row?.id ?? '' }
  }
  const ports = (reader = stuckReader) => ({ ...createAssistantPorts(test), reader })
  const seen = async () => {
    const staff = await test.client(tenant.staff.phone)
    const { data } = await staff.call(listConversations, { params: { agentId: tenant.agentId } })
    const [one] = data.conversations
    const { data: whole } = await staff.call(getConversation, {
      params: { leadId: one?.lead_id ?? '', conversationId: one?._id ?? '' },
    })
    return { ...one, said: whole.history.map(({ content }) => content) }
  }

  it('GUARD-36 is handed to a person, and neither its job nor a restart brings it back @wide', async () => {
    const place = await writes(STUCK_TEXT)
    await answerOrGiveUp(test.deps, ports(), { conversationRef: place, failures: 0 }, resolveAtOnce)
    const after = await seen()
    expect(after.said).toEqual([STUCK_TEXT, 'Vou chamar uma pessoa da equipe pra continuar com você.'])
    expect(after).toMatchObject({
      needs_attention: true,
      attention_reason: expect.stringContaining('O agente não conseguiu ler a mensagem a tempo: “tudo tudo'),
    })
    // Starts the job again, as after a restart.
    await answerOrGiveUp(test.deps, ports(), { conversationRef: place, failures: 1 }, resolveAtOnce)
    expect((await seen()).said).toEqual(after.said)
  })

  it('GUARD-36 that took its process with it each time is given up before it is decided again', async () => {
    const place = await writes(STUCK_TEXT)
    const untouched = { run: () => Promise.reject(new Error('It was read again')) }
    await giveUpTurn(test.deps, ports(untouched), place)
    expect(await seen()).toMatchObject({ needs_attention: true, attention_reason: expect.stringMatching(/não conseguiu/) })
    await answerOrGiveUp(test.deps, ports(untouched), { conversationRef: place, failures: 0 }, resolveAtOnce)
  })

  it('GUARD-36 is answered in time where an agent is tried, too @wide', async () => {
    const [agent] = await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.select().from(agents))
    if (!agent) throw new Error('There is no agent')
    const asked = { messages: [{ role: 'humano' as const, content: STUCK_TEXT }] }
    const deps = { ...test.deps, ...ports() }
    const said = await previewAgent(
      deps,
      agent,
      { name: 'Aurora', timezone: 'America/Sao_Paulo' },
      asked,
      AbortSignal.timeout(10_000),
    )
    expect(said.replies).toEqual(['Vou chamar uma pessoa da equipe pra continuar com você.'])
  })
})
