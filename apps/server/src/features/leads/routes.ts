import * as calls from '@prosa/contract/calls/leads'
import { optOutLead } from '@prosa/contract/calls/privacy'
import { DEFAULT_PAGE_SIZE } from '@prosa/contract/constants'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import type { ConversationsOfLead } from './ports.ts'
import { presentLead } from './present.ts'
import { findLead, findLeadByPhone, listLeads, pausesOnManual } from './queries.ts'
import { setArchive } from './set-archive.ts'
import { setOptOut } from './set-opt-out.ts'
import { setPause } from './set-pause.ts'

export function leadRoutes(app: FastifyInstance, deps: Deps, conversations: ConversationsOfLead): void {
  route(app, calls.listLeads, async ({ who, query }) => {
    const { rows, pagination } = await deps.db.reading(who, (tx) => listLeads(tx, who.tenantId, query, DEFAULT_PAGE_SIZE))
    return ok({ leads: rows.map(presentLead), ...(pagination ? { pagination } : {}) })
  })

  route(app, calls.getLead, async ({ who, params }) => {
    const lead = await deps.db.reading(who, async (tx) => {
      const row = await findLead(tx, who.tenantId, params.id)
      return row && { ...presentLead(row), pauses_on_manual: await pausesOnManual(tx, who.tenantId) }
    })
    if (!lead) throw errors.notFound()
    return ok(lead)
  })

  route(app, calls.getLeadByPhone, async ({ who, params }) => {
    const row = await deps.db.reading(who, (tx) => findLeadByPhone(tx, who.tenantId, params.phone))
    if (!row) throw errors.notFound()
    return ok(presentLead(row))
  })

  route(app, calls.pauseLead, async ({ who, params, body }) =>
    ok({ pause: await setPause(deps, conversations, who, params.id, body) }),
  )

  route(app, optOutLead, async ({ who, params, body }) => ok({ opt_out: await setOptOut(deps, who, params.id, body) }))

  route(app, calls.archiveLead, async ({ who, params, body }) =>
    ok({ archive: await setArchive(deps, conversations, who, params.id, body.archive) }),
  )
}
