import { updateAgent } from '@prosa/contract/calls/agents/agent'
import * as calls from '@prosa/contract/calls/agents/corrections'
import * as versions from '@prosa/contract/calls/agents/versions'
import { listAudit } from '@prosa/contract/calls/organisation/audit'
import type { CallBody } from '@prosa/contract/define-call'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { correctionResults, correctionRuns, corrections } from '../../../platform/database/schema/agents/corrections.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { type LlmDouble, openLlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { snapshotTenantRows } from '../../../testing/harness/database/snapshot-tenant-rows.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { sendMessageAndRunTurn } from '../../../testing/worlds/agents/send-message-and-run-turn.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import type { ReplayTurn } from '../ports.ts'
import { runCorrections } from './run-job.ts'

let test: TestApp
let llm: LlmDouble
let tenant: TestTenant
let ana: Client

beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp(llm.env)
})
afterAll(async () => {
  await test.close()
  await llm.close()
})
beforeEach(async () => {
  tenant = await createTenant(test)
  ana = await test.client(tenant.staff.phone)
  llm.behave(() => ({ text: 'Não fazemos visitas.' }))
  llm.requests.length = 0
})

const params = () => ({ id: tenant.agentId })
const inTenant = <T>(work: Parameters<typeof test.deps.db.tenant<T>>[1]) => test.deps.db.tenant(tenant.tenantId, work)

/** Returns the id of the agent's answer to a lead who asks for a price. */
async function wrongAnswer(): Promise<string> {
  const { conversationId } = await sendMessageAndRunTurn(test, tenant, 'a', 'Quanto custa?')
  const said = await inTenant((tx) =>
    tx.db
      .select({ id: messages.id })
      .from(messages)
      .where(whereTenant(messages, tenant.tenantId, eq(messages.conversationId, conversationId), eq(messages.role, 'AI')))
      .orderBy(messages.seq),
  )
  return said.at(-1)?.id ?? ''
}
type Body = CallBody<typeof calls.createCorrection>
const correct = async (message_id: string, body: Partial<Body> = {}) => {
  const never = { kind: 'never', text: 'não fazemos visitas' } as const
  return (await ana.call(calls.createCorrection, { params: params(), body: { message_id, ...never, ...body } })).data
}
const draftOf = async (persona: string) => {
  const { revision } = (await ana.call(versions.getDraft, { params: params() })).data
  return (await ana.call(versions.saveDraft, { params: params(), body: { revision, settings: { persona } } })).data
}
const draft = async () => (await ana.call(versions.getDraft, { params: params() })).data
const run = async (revision: number) => {
  const { data } = await ana.call(calls.startCorrectionRun, { params: params(), body: { revision } })
  const one = { params: { ...params(), runId: data._id } }
  return waitUntil(
    async () => (await ana.call(calls.getCorrectionRun, one)).data,
    ({ state }) => state !== 'running',
  )
}
const publish = (revision: number, body: Partial<CallBody<typeof versions.publishDraft>> = {}) => ({
  params: params(),
  body: { revision, ...body },
})
const listed = async () => (await ana.call(calls.listCorrections, { params: params() })).data
const written = () => ana.call(updateAgent, { params: params(), body: { use_model: false } })

describe('runs', () => {
  it.each([
    ['12 cases', 12],
    ['100 cases within 60 s @wide', 100],
  ])(
    'LEARN-03 a run against a model of 1 s ends, and changes nothing of any lead: %s @wide',
    async (_, cases) => {
      const messageId = await wrongAnswer()
      await correct(messageId)
      const [first] = await inTenant((tx) => tx.db.select().from(corrections).where(whereTenant(corrections, tenant.tenantId)))
      if (!first) throw new Error('There is no correction')
      await inTenant((tx) =>
        tx.db.insert(corrections).values(Array.from({ length: cases - 1 }, () => ({ ...first, id: uuid(), clientKey: null }))),
      )
      const before = await snapshotTenantRows(test.deps.db, tenant.tenantId)
      llm.behave(() => ({ text: 'Ainda não sei o valor.', until: new Promise((resolve) => setTimeout(resolve, 1_000)) }))
      const { revision } = await draft()
      const begun = performance.now()
      const { data } = await ana.call(calls.startCorrectionRun, { params: params(), body: { revision } })
      const one = { params: { ...params(), runId: data._id } }
      await expect
        .poll(async () => (await ana.call(calls.getCorrectionRun, one)).data, { timeout: 60_000, interval: 500 })
        .toMatchObject({ state: 'done', done: cases, red: 0, total: cases })
      expect(performance.now() - begun).toBeLessThan(60_000 * (cases / 100))
      const after = await snapshotTenantRows(test.deps.db, tenant.tenantId)
      const changed = Object.keys(after).filter((table) => after[table] !== before[table])
      // Ignores tables that background work changes: earlier audit entries are sealed meanwhile.
      const own = changed.filter((table) => !['audit_heads', 'audit_log', 'jobs'].includes(table))
      expect(own.toSorted()).toEqual(['agent_usage', 'correction_results', 'correction_runs', 'costs'])
    },
    90_000,
  )

  it('LEARN-04 nothing is published while an active correction is not green for exactly this revision', async () => {
    await correct(await wrongAnswer())
    const { revision } = await draftOf('Nunca diz preço')
    const words = 'Confira as correções deste rascunho antes de publicar.'
    expect(await ana.refused(versions.publishDraft, publish(revision))).toMatchObject({ status: 409, message: words })
    expect(await run(revision)).toMatchObject({ state: 'done', done: 1, red: 1 })
    expect(await ana.refused(versions.publishDraft, publish(revision))).toMatchObject({
      status: 409,
      message: '1 correção vermelha.',
    })
    expect((await listed()).corrections[0]?.checked).toMatchObject({ state: 'red', why: 'Disse “não fazemos visitas”.' })
    llm.behave(() => ({ text: 'Vou confirmar com a equipe.' }))
    expect(await run(revision)).toMatchObject({ done: 1, red: 0 })
    expect(await draft()).toMatchObject({ corrections: { active: 1, green: 1, red: 0 } })
    // A new revision has no results.
    const later = (await draftOf('Diz tudo')).revision
    expect(await draft()).toMatchObject({ corrections: { active: 1, green: 0, red: 0 } })
    expect(await ana.refused(versions.publishDraft, publish(later))).toMatchObject({ status: 409, message: words })
    await run(later)
    expect((await ana.call(versions.publishDraft, publish(later))).data.number).toBe(2)
  })

  it('LEARN-04 a run judges the draft, and with the words of the turn as it was', async () => {
    await correct(await wrongAnswer())
    await sendMessageAndRunTurn(test, tenant, 'a', 'Esquece, quero vender')
    const { revision } = await draftOf('Fala como marinheira')
    llm.requests.length = 0
    await run(revision)
    const [asked] = llm.requests
    expect(String(asked?.messages[0]?.content)).toContain('Fala como marinheira')
    expect(JSON.stringify(asked?.messages)).toContain('Quanto custa?')
    expect(JSON.stringify(asked?.messages)).not.toContain('quero vender')
  })

  it('LEARN-05 whoever publishes all the same leaves name, reason and red cases in the audit', async () => {
    const { _id } = await correct(await wrongAnswer())
    const { revision } = await draftOf('Com pressa')
    await run(revision)
    const short = { override: { reason: 'Urgente' } }
    expect(await ana.refused(versions.publishDraft, publish(revision, short))).toMatchObject({ status: 400 })
    const reason = 'O cliente pediu e a equipe acompanha.'
    await ana.call(versions.publishDraft, publish(revision, { override: { reason } }))
    const { data } = await ana.call(listAudit, { query: { action: 'agent.published' } })
    expect(data.rows[0]).toMatchObject({
      actor: { id: tenant.staff.id, name: tenant.staff.name },
      after: { reason, red: [_id], version: 2 },
    })
  })

  it('LEARN-07 corrections of a written agent run, go red and block as a model’s do', async () => {
    await written()
    const messageId = await wrongAnswer()
    const said = await inTenant((tx) =>
      tx.db
        .select()
        .from(messages)
        .where(whereTenant(messages, tenant.tenantId, eq(messages.id, messageId))),
    )
    const words = said[0]?.content ?? ''
    llm.requests.length = 0
    const never = await correct(messageId, { text: words })
    await correct(messageId, { kind: 'should', text: 'Custa R$ 350 mil', must: ['R$ 350 mil'] })
    const { revision } = await draftOf('Outra')
    expect(await run(revision)).toMatchObject({ done: 2, red: 2 })
    expect(await ana.refused(versions.publishDraft, publish(revision))).toMatchObject({ message: '2 correções vermelhas.' })
    expect(llm.requests).toEqual([])
    const one = { params: { ...params(), correctionId: never._id } }
    await ana.call(calls.updateCorrection, { ...one, body: { text: 'isso não se diz' } })
    // After a change, the correction counts as unchecked.
    expect(await draft()).toMatchObject({ corrections: { active: 2, green: 0, red: 1 } })
    await run(revision)
    expect(await draft()).toMatchObject({ corrections: { active: 2, green: 1, red: 1 } })
  })

  it('a model that gives no answer is red, also where a person was wanted; and a run can be stopped', async () => {
    await correct(await wrongAnswer(), { kind: 'person', text: '' })
    const { revision } = await draftOf('Outra')
    llm.behave(() => ({ fails: { status: 401 } }))
    expect(await run(revision)).toMatchObject({ done: 1, red: 1 })
    expect((await listed()).corrections[0]?.checked?.why).toBe('O modelo não respondeu.')
    llm.behave(() => ({ until: 'forever' }))
    const { data } = await ana.call(calls.startCorrectionRun, { params: params(), body: { revision } })
    expect((await ana.call(calls.startCorrectionRun, { params: params(), body: { revision } })).data._id).toBe(data._id)
    await ana.call(calls.stopCorrectionRun, { params: { ...params(), runId: data._id } })
    expect((await ana.call(calls.getCorrectionRun, { params: { ...params(), runId: data._id } })).data.state).toBe('stopped')
  })

  it('a run that was cut off goes on with what it had not checked yet', async () => {
    const messageId = await wrongAnswer()
    await correct(messageId)
    await correct(messageId, { text: 'outra coisa' })
    const { revision } = await draft()
    const runId = uuid()
    await inTenant((tx) =>
      tx.db.insert(correctionRuns).values({
        tenantId: tenant.tenantId,
        id: runId,
        agentId: tenant.agentId,
        revision,
        version: 1,
        state: 'running',
        total: 2,
        startedBy: tenant.staff.id,
        startedAt: test.deps.clock.now(),
      }),
    )
    const { knowledge } = test.app.modules.assistant
    const closing = new AbortController()
    const results = () =>
      inTenant((tx) =>
        tx.db.$count(correctionResults, whereTenant(correctionResults, tenant.tenantId, eq(correctionResults.runId, runId))),
      )
    let asked = 0
    const replay: ReplayTurn = async () => {
      asked += 1
      if (asked === 2) {
        await waitUntil(async () => (await results()) === 1)
        closing.abort(new Error('The process ends'))
        closing.signal.throwIfAborted()
      }
      return { replies: ['Vou confirmar.'], attention_reason: null }
    }
    const go = (signal: AbortSignal) =>
      runCorrections(
        test.deps,
        { replayTurn: replay, knowledge, costs: test.app.modules.costs },
        { tenantId: tenant.tenantId, runId },
        signal,
      )
    await expect(go(closing.signal)).rejects.toThrow('The process ends')
    expect(await results()).toBe(1)
    await go(new AbortController().signal)
    expect([asked, await results()]).toEqual([3, 2])
    const one = { params: { ...params(), runId } }
    expect((await ana.call(calls.getCorrectionRun, one)).data).toMatchObject({ state: 'done', done: 2, red: 0 })
  })
})
