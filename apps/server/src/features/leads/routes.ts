import * as calls from '@prosa/contract/calls/leads'
import { DEFAULT_PAGE_SIZE } from '@prosa/contract/constants'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import { presentLead } from './present.ts'
import { findLead, findLeadByPhone, listLeads } from './queries.ts'
import { setArchive } from './set-archive.ts'
import { setPause } from './set-pause.ts'
import type { ViewsOfLead } from './tell-lead.ts'

export function leadRoutes(app: FastifyInstance, deps: Deps, viewsOfLead: ViewsOfLead): void {
  route(app, calls.listLeads, async ({ who, query }) => {
    const { rows, pagination } = await deps.db.tenant(who.tenantId, (tx) => listLeads(tx, who.tenantId, query, DEFAULT_PAGE_SIZE))
    return ok({ leads: rows.map(presentLead), ...(pagination ? { pagination } : {}) })
  })

  route(app, calls.getLead, async ({ who, params }) => {
    const row = await deps.db.tenant(who.tenantId, (tx) => findLead(tx, who.tenantId, params.id))
    if (!row) throw errors.notFound()
    return ok(presentLead(row))
  })

  route(app, calls.getLeadByPhone, async ({ who, params }) => {
    const row = await deps.db.tenant(who.tenantId, (tx) => findLeadByPhone(tx, who.tenantId, params.phone))
    if (!row) throw errors.notFound()
    return ok(presentLead(row))
  })

  route(app, calls.pauseLead, async ({ who, params, body }) =>
    ok({ pause: await setPause(deps, viewsOfLead, who, params.id, body) }),
  )

  route(app, calls.archiveLead, async ({ who, params, body }) =>
    ok({ archive: await setArchive(deps, viewsOfLead, who, params.id, body.archive) }),
  )
}
