import * as calls from '@prosa/contract/calls/audit'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import { listAudit, presentAct } from './list-audit.ts'
import { verifyAudit } from './verify-audit.ts'

/** Routes for the audit log of the requester's own organisation; platform staff cannot read another's (TRUST-22). */
export function auditRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, calls.listAudit, async ({ who, query }) => {
    const { rows, nextCursor } = await deps.db.reading(who, (tx) => listAudit(tx, who.tenantId, query))
    return ok({ rows: rows.map(presentAct), nextCursor })
  })

  route(app, calls.verifyAudit, async ({ who }) => ok(await verifyAudit(deps, who)))
}
