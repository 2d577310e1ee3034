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

/** Registers the API endpoints for drafts and versions of agent settings. */
export function versionRoutes(app: FastifyInstance, deps: Deps, gate: CorrectionGate): void {
  /** Returns the response body with the newly published version of an agent. */
  const made = async (who: Identity, { id, version }: AgentRow) =>
    ok(await deps.db.reading(who, (tx) => findVersion(tx, who.tenantId, id, version)))

  registerRoute(app, calls.getDraft, async ({ who, params }) =>
    ok(await deps.db.reading(who, (tx) => getSettingsDraft(tx, gate, who.tenantId, params.id))),
  )

  registerRoute(app, calls.saveDraft, async ({ who, params, body }) =>
    ok(await saveDraft(deps, gate, who, { id: params.id, revision: body.revision }, body.settings)),
  )

  registerRoute(app, calls.discardDraft, async ({ who, params, query }) => {
    await discardDraft(deps, who, { id: params.id, revision: query.revision })
    return okWithoutData()
  })

  registerRoute(app, calls.publishDraft, async ({ who, params, body }) =>
    made(who, await publishDraft(deps, gate, who, { id: params.id, revision: body.revision }, body)),
  )

  registerRoute(app, calls.listVersions, async ({ who, params, query }) =>
    ok(await deps.db.reading(who, (tx) => listVersions(tx, who.tenantId, params.id, query))),
  )

  registerRoute(app, calls.restoreVersion, async ({ who, params }) =>
    made(who, await restoreVersion(deps, who, params.id, params.n)),
  )
}
