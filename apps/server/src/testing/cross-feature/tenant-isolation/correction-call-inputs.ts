import { v7 as uuid } from 'uuid'
import { correctionRuns, corrections } from '../../../platform/database/schema/agents/corrections.ts'
import type { TestApp } from '../../harness/test-app.ts'
import type { TestTenant } from '../../worlds/factories.ts'

/** Creates a correction and a correction run of a tenant, which must be invisible to other tenants. */
export async function createTestCorrection(
  test: TestApp,
  { tenantId, agentId, staff }: TestTenant,
): Promise<{ correctionId: string; runId: string }> {
  const [correctionId, runId] = [uuid(), uuid()]
  const mine = { tenantId, agentId }
  await test.deps.db.tenant(tenantId, async (tx) => {
    await tx.db.insert(corrections).values({
      ...mine,
      id: correctionId,
      kind: 'never',
      text: 'Segredo',
      must: [],
      mustNot: [],
      state: 'active',
      createdBy: staff.id,
    })
    await tx.db.insert(correctionRuns).values({
      ...mine,
      id: runId,
      revision: 0,
      version: 1,
      state: 'running',
      total: 1,
      startedBy: staff.id,
      startedAt: test.deps.clock.now(),
    })
  })
  return { correctionId, runId }
}

type IdPair = [string, string]
const EMPTY_ID_PAIR: IdPair = ['', '']

/**
 * Returns, for each call about an agent's versions and corrections, the input with a tenant's existing id and with an unknown id of the
 * same form.
 */
export const buildCorrectionCallInputs = (
  of: () => { agentId: string; messageId: string; correctionId: string; runId: string },
) => {
  const anAgent = () => ({ params: { id: [of().agentId, uuid()] as IdPair } })
  const aCorrection = () => ({ params: { ...anAgent().params, correctionId: [of().correctionId, uuid()] as IdPair } })
  const aRun = () => ({ params: { ...anAgent().params, runId: [of().runId, uuid()] as IdPair } })
  const persona = { persona: 'Tomada' }
  return {
    getDraft: anAgent,
    listVersions: anAgent,
    listVersionCosts: anAgent,
    listCorrections: anAgent,
    discardDraft: () => ({ ...anAgent(), query: { revision: ['0', '0'] as IdPair } }),
    publishDraft: () => ({ ...anAgent(), body: { revision: [0, 0] as [number, number] } }),
    startRun: () => ({ ...anAgent(), body: { revision: [0, 0] as [number, number] } }),
    saveDraft: () => ({
      ...anAgent(),
      body: { revision: [0, 0] as [number, number], settings: [persona, persona] as [object, object] },
    }),
    restoreVersion: () => ({ params: { ...anAgent().params, n: ['1', '1'] as IdPair } }),
    createCorrection: () => ({
      ...anAgent(),
      body: { message_id: [of().messageId, uuid()] as IdPair, kind: ['person', 'person'] as IdPair, text: EMPTY_ID_PAIR },
    }),
    updateCorrection: () => ({ ...aCorrection(), body: { state: ['off', 'off'] as IdPair } }),
    deleteCorrection: aCorrection,
    getRun: aRun,
    stopRun: aRun,
  }
}
