import * as calls from '@prosa/contract/calls/conversations/leads'
import { optOutLead } from '@prosa/contract/calls/organisation/privacy'
import { DEFAULT_PAGE_SIZE } from '@prosa/contract/constants'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { ok, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { setOptOut } from './opt-out/set-opt-out.ts'
import { setArchive } from './pause-and-archive/set-archive.ts'
import { setPause } from './pause-and-archive/set-pause.ts'
import type { LeadConversations } from './ports.ts'
import { presentLead } from './present.ts'
import { findLead, findLeadByPhone, isPauseOnManualEnabled, listLeads } from './queries.ts'

export function leadRoutes(app: FastifyInstance, deps: Deps, conversations: LeadConversations): void {
  registerRoute(app, calls.listLeads, async ({ identity, query }) => {
    const { rows, pagination } = await deps.db.runRead(identity, (tx) =>
      listLeads(tx, identity.tenantId, query, DEFAULT_PAGE_SIZE),
    )
    return ok({ leads: rows.map(presentLead), ...(pagination ? { pagination } : {}) })
  })

  registerRoute(app, calls.getLead, async ({ identity, params }) => {
    const lead = await deps.db.runRead(identity, async (tx) => {
      const row = await findLead(tx, identity.tenantId, params.id)
      return row && { ...presentLead(row), pauses_on_manual: await isPauseOnManualEnabled(tx, identity.tenantId) }
    })
    if (!lead) throw errors.notFound()
    return ok(lead)
  })

  registerRoute(app, calls.getLeadByPhone, async ({ identity, params }) => {
    const row = await deps.db.runRead(identity, (tx) => findLeadByPhone(tx, identity.tenantId, params.phone))
    if (!row) throw errors.notFound()
    return ok(presentLead(row))
  })

  registerRoute(app, calls.pauseLead, async ({ identity, params, body }) =>
    ok({ pause: await setPause(deps, conversations, identity, params.id, body) }),
  )

  registerRoute(app, optOutLead, async ({ identity, params, body }) =>
    ok({ opt_out: await setOptOut(deps, identity, params.id, body) }),
  )

  registerRoute(app, calls.archiveLead, async ({ identity, params, body }) =>
    ok({ archive: await setArchive(deps, conversations, identity, params.id, body.archive) }),
  )
}
