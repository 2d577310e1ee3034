import * as calls from '@prosa/contract/calls/agents'
import { DEFAULT_PAGE_SIZE } from '@prosa/contract/constants'
import { type Agent, agentType } from '@prosa/contract/entities/agent'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import { type AgentRow, type AgentSummary, findAgent, listAgents, summariesOf } from './queries.ts'

export function agentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, calls.listAgents, async ({ who: { tenantId }, query }) => {
    const answer = await deps.db.tenant(tenantId, async (tx) => {
      const { rows, pagination } = await listAgents(tx, tenantId, query, DEFAULT_PAGE_SIZE)
      const summaries = query.includeSummary
        ? await summariesOf(
            tx,
            tenantId,
            rows.map((row) => row.id),
            deps.clock.now(),
          )
        : null
      return { agents: rows.map((row) => presentAgent(row, summaries?.get(row.id))), ...(pagination ? { pagination } : {}) }
    })
    return ok(answer)
  })

  route(app, calls.getAgent, async ({ who: { tenantId }, params, query }) => {
    const answer = await deps.db.tenant(tenantId, async (tx) => {
      const row = await findAgent(tx, tenantId, params.id)
      if (!row) throw errors.notFound()
      const summaries = query.includeSummary === false ? null : await summariesOf(tx, tenantId, [row.id], deps.clock.now())
      return presentAgent(row, summaries?.get(row.id))
    })
    return ok(answer)
  })
}

/** Row → contract. */
function presentAgent(row: AgentRow, summary: AgentSummary | undefined): Agent {
  return {
    _id: row.id,
    name: row.name,
    type: agentType.parse(row.type),
    active: row.active,
    created_at: row.createdAt.toISOString(),
    ...(summary ? { summary } : {}),
    mode: 'playbook',
    webchat_path: `/w/${row.id}`,
  }
}
