import * as calls from '@prosa/contract/calls/agents/agent'
import { listAgents as listAgentsCall } from '@prosa/contract/calls/agents/agents'
import { DEFAULT_PAGE_SIZE } from '@prosa/contract/constants'
import { hasPermission } from '@prosa/contract/roles'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { ok, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { consumeRateLimit } from '../../platform/http/limits/consume-rate-limit.ts'
import type { CorrectionGate } from './correction-gate.ts'
import type { PreviewAgent } from './ports.ts'
import { getAllowedModels, presentAgent } from './present.ts'
import { findAgent, findTenantNameAndTimezone, getAgentSummaries, listAgents } from './queries.ts'
import { createAgent, toAgentColumns, updateAgent } from './write-agent.ts'

/** Maximum number of agent previews per user and minute. Each preview may cause a paid request to a language model. */
const MAX_PREVIEWS_PER_MINUTE = 20

/** Maximum size in bytes of a preview request: sixty messages of 4,096 characters with up to three bytes each, the state and the draft. */
const MAX_PREVIEW_BODY_BYTES = 1024 * 1024

export function agentRoutes(
  app: FastifyInstance,
  deps: Deps,
  { previewAgent, gate }: { previewAgent: PreviewAgent; gate: CorrectionGate },
): void {
  const previewLimiter = deps.cluster.limiter({ name: 'try-agent', points: MAX_PREVIEWS_PER_MINUTE, seconds: 60 })

  registerRoute(app, listAgentsCall, async ({ identity, query }) => {
    const { tenantId } = identity
    const withSettings = hasPermission(identity, 'agents:write')
    const answer = await deps.db.runRead(identity, async (tx) => {
      const { rows, pagination } = await listAgents(tx, tenantId, query, DEFAULT_PAGE_SIZE)
      const ids = rows.map((row) => row.id)
      const summaries = query.includeSummary ? await getAgentSummaries(tx, identity, ids, deps.clock.now()) : null
      const agents = rows.map((row) => presentAgent(deps, row, { summary: summaries?.get(row.id), withSettings }))
      return { agents, ...(pagination ? { pagination } : {}), ...(withSettings ? { models: getAllowedModels(deps.llm) } : {}) }
    })
    return ok(answer)
  })

  registerRoute(app, calls.getAgent, async ({ identity, params, query }) => {
    const { tenantId } = identity
    const withSettings = hasPermission(identity, 'agents:write')
    const answer = await deps.db.runRead(identity, async (tx) => {
      const row = await findAgent(tx, tenantId, params.id)
      if (!row) throw errors.notFound()
      const summaries = query.includeSummary === false ? null : await getAgentSummaries(tx, identity, [row.id], deps.clock.now())
      return presentAgent(deps, row, { summary: summaries?.get(row.id), withSettings })
    })
    return ok(answer)
  })

  registerRoute(app, calls.createAgent, async ({ identity, body }) =>
    ok(presentAgent(deps, await createAgent(deps, identity, body), { withSettings: true })),
  )

  registerRoute(app, calls.updateAgent, async ({ identity, params, body }) =>
    ok(presentAgent(deps, await updateAgent(deps, gate, identity, params.id, body), { withSettings: true })),
  )

  registerRoute(
    app,
    calls.previewAgent,
    async ({ identity: { tenantId, userId }, params, body, reply }) => {
      await consumeRateLimit(previewLimiter, userId)
      const { row, tenant } = await deps.db.tenant(tenantId, async (tx) => ({
        row: await findAgent(tx, tenantId, params.id),
        tenant: await findTenantNameAndTimezone(tx, tenantId),
      }))
      if (!row || !tenant) throw errors.notFound()
      if (body.messages.at(-1)?.role !== 'humano')
        throw errors.invalid(undefined, { messages: 'A última mensagem deve ser do lead.' })
      // Cancels the paid request to the language model if the client disconnects.
      const disconnected = new AbortController()
      reply.raw.once('close', () => disconnected.abort(new Error('The client is gone')))
      return ok(await previewAgent({ ...row, ...toAgentColumns(body.draft ?? {}) }, tenant, body, disconnected.signal))
    },
    { bodyLimit: MAX_PREVIEW_BODY_BYTES },
  )
}
