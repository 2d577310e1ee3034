import * as calls from '@prosa/contract/calls/organisation/audit'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { ok, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { listAuditEntries, presentAuditEntry } from './list-audit-entries.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

/**
 * Registers the API endpoints for the audit log. Each user can only read their own organisation's log; this also applies to platform staff
 * (TRUST-22).
 */
export function auditRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock'>): void {
  registerRoute(app, calls.listAudit, async ({ identity, query }) => {
    const { rows, nextCursor } = await deps.db.runRead(identity, (tx) => listAuditEntries(tx, identity.tenantId, query))
    return ok({ rows: rows.map(presentAuditEntry), nextCursor })
  })

  registerRoute(app, calls.verifyAudit, async ({ identity }) => ok(await verifyAuditChain(deps, identity)))
}
