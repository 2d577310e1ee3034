import * as calls from '@prosa/contract/calls/agents/versions'
import type { FastifyInstance } from 'fastify'
import type { Identity } from '../../../platform/access/identity.ts'
import type { Deps } from '../../../platform/deps.ts'
import { ok, okWithoutData, registerRoute } from '../../../platform/http/calls/contract-route.ts'
import type { CorrectionGate } from '../correction-gate.ts'
import type { AgentRow } from '../queries.ts'
import { discardDraft, getSettingsDraft, publishDraft, saveDraft } from './draft.ts'
import { findVersion, listVersions } from './queries.ts'
import { restoreVersion } from './restore-version.ts'

export function versionRoutes(app: FastifyInstance, deps: Deps, gate: CorrectionGate): void {
  const respondWithVersion = async (identity: Identity, { id, version }: AgentRow) =>
    ok(await deps.db.runRead(identity, (tx) => findVersion(tx, identity.tenantId, id, version)))

  registerRoute(app, calls.getDraft, async ({ identity, params }) =>
    ok(await deps.db.runRead(identity, (tx) => getSettingsDraft(tx, gate, identity.tenantId, params.id))),
  )

  registerRoute(app, calls.saveDraft, async ({ identity, params, body }) =>
    ok(await saveDraft(deps, gate, identity, { id: params.id, revision: body.revision }, body.settings)),
  )

  registerRoute(app, calls.discardDraft, async ({ identity, params, query }) => {
    await discardDraft(deps, identity, { id: params.id, revision: query.revision })
    return okWithoutData()
  })

  registerRoute(app, calls.publishDraft, async ({ identity, params, body }) =>
    respondWithVersion(identity, await publishDraft(deps, gate, identity, { id: params.id, revision: body.revision }, body)),
  )

  registerRoute(app, calls.listVersions, async ({ identity, params, query }) =>
    ok(await deps.db.runRead(identity, (tx) => listVersions(tx, identity.tenantId, params.id, query))),
  )

  registerRoute(app, calls.restoreVersion, async ({ identity, params }) =>
    respondWithVersion(identity, await restoreVersion(deps, identity, params.id, params.n)),
  )
}
