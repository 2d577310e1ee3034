import * as calls from '@prosa/contract/calls/agents/knowledge'
import { KNOWLEDGE_LIMITS } from '@prosa/contract/entities/agents/knowledge'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knowledgeSources } from '../../../platform/database/schema/agents/knowledge.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})
afterAll(() => test.close())

/** Makes `times` concurrent calls. @returns how many of them succeeded */
const atOnce = async (times: number, body: (n: number) => { kind: 'text'; title: string; text: string }): Promise<number> => {
  const all = await Promise.allSettled(Array.from({ length: times }, (_, n) => staff.call(calls.createSource, { body: body(n) })))
  return all.filter(({ status }) => status === 'fulfilled').length
}

/** Returns 'done', or the error as text. */
const status = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: unknown) => String(error),
  )

// The embedded database has one connection, so nothing runs concurrently.
describe.runIf(process.env.TEST_DATABASE_URL)('on a PostgreSQL server (needs TEST_DATABASE_URL)', () => {
  it('what several people add at the same moment is there once', async () => {
    for (let round = 0; round < 5; round++)
      expect(await atOnce(4, (n) => ({ kind: 'text', title: `De ${n}`, text: `O mezanino ${round} abre às 9h.` }))).toBe(1)
  })

  it('a source that goes while one of its passages is put right never waits for it in turn', async () => {
    for (let round = 0; round < 25; round++) {
      const text = Array.from({ length: 40 }, (_, n) => `P: Pergunta ${n}?\nR: Resposta ${n} da rodada ${round}.`).join('\n\n')
      const { _id: id } = (await staff.call(calls.createSource, { body: { kind: 'faq', title: `Rodada ${round}`, text } })).data
      await waitUntil(async () => (await staff.call(calls.getSource, { params: { id } })).data.state === 'ready')
      const { passages } = (await staff.call(calls.listPassages, { params: { id } })).data
      const change = (passageId: string) =>
        status(staff.call(calls.updatePassage, { params: { id: passageId }, body: { text: 'Outra resposta.' } }))
      const wanted = passages.slice(0, 6).map(({ _id }) => change(_id))
      const gone = status(staff.call(calls.deleteSource, { params: { id } }))
      const answers = await Promise.all([...wanted, gone, ...passages.slice(6, 12).map(({ _id }) => change(_id))])
      // Late calls find nothing; the database aborts no transaction with a deadlock.
      expect(answers.filter((answer) => answer !== 'done' && !answer.includes('answered 404'))).toEqual([])
    }
  }, 60_000)

  it('the last place is taken once', async () => {
    const held = (await staff.call(calls.listSources)).data.sources.length
    const at = test.deps.clock.now()
    const rows = Array.from({ length: KNOWLEDGE_LIMITS.sources - 1 - held }, (_, n) => ({
      tenantId: tenant.tenantId,
      id: uuid(),
      kind: 'text' as const,
      title: `Fonte ${n}`,
      text: 'Oi',
      state: 'ready' as const,
      createdAt: at,
      updatedAt: at,
    }))
    await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.insert(knowledgeSources).values(rows))
    expect(await atOnce(4, (n) => ({ kind: 'text', title: `De ${n}`, text: `A sala ${n} abre às 9h.` }))).toBe(1)
  })
})
