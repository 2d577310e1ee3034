import { listCorrections } from '@prosa/contract/calls/agents/corrections'
import { getDraft, saveDraft } from '@prosa/contract/calls/agents/versions'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { costs } from '../../../platform/database/schema/agents/costs.ts'
import { openLlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import { startTestApp } from '../../../testing/harness/test-app.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'

it('LEARN-03 a list says what a case will cost, by what answers of the agent cost lately @wide', async () => {
  const llm = await openLlmDouble()
  const test = await startTestApp(llm.env)
  const { tenantId, agentId, staff } = await createTenant(test)
  const ana = await test.client(staff.phone)
  const params = { id: agentId }
  const ofCase = async () => (await ana.call(listCorrections, { params })).data.case_micro_brl
  const row = { tenantId, kind: 'model', state: 'final', at: new Date() } as const
  const cost = (microBrl: number | null, of = agentId) => ({ ...row, ref: uuid(), microBrl, agentId: of })
  expect(await ofCase()).toBeNull()
  const kept = [cost(30_000), cost(50_000), cost(null), cost(0), cost(9_000_000, uuid())]
  await test.deps.db.tenant(tenantId, (tx) => tx.db.insert(costs).values(kept))
  expect(await ofCase()).toBe(40_000)
  // An agent without a model costs nothing.
  const { revision } = (await ana.call(getDraft, { params })).data
  await ana.call(saveDraft, { params, body: { revision, settings: { use_model: false } } })
  expect(await ofCase()).toBeNull()
  await test.close()
  await llm.close()
})
