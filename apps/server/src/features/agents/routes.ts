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

/** Maximum number of test messages per user and minute, because each may cause a paid request to a language model. */
const MAX_PREVIEWS_PER_MINUTE = 20

/**
 * Maximum size in bytes of a request that tests an agent. The body contains the whole conversation (sixty messages of 4,096 characters, up
 * to three bytes each), the state and the draft.
 */
const MAX_PREVIEW_BODY_BYTES = 1024 * 1024

export function agentRoutes(
  app: FastifyInstance,
  deps: Deps,
  { tryAgent, gate }: { tryAgent: PreviewAgent; gate: CorrectionGate },
): void {
  const tries = deps.cluster.limiter({ name: 'try-agent', points: MAX_PREVIEWS_PER_MINUTE, seconds: 60 })

  registerRoute(app, listAgentsCall, async ({ who, query }) => {
    const { tenantId } = who
    const withSettings = hasPermission(who, 'agents:write')
    const answer = await deps.db.reading(who, async (tx) => {
      const { rows, pagination } = await listAgents(tx, tenantId, query, DEFAULT_PAGE_SIZE)
      const ids = rows.map((row) => row.id)
      const summaries = query.includeSummary ? await getAgentSummaries(tx, who, ids, deps.clock.now()) : null
      const agents = rows.map((row) => presentAgent(deps, row, { summary: summaries?.get(row.id), withSettings }))
      return { agents, ...(pagination ? { pagination } : {}), ...(withSettings ? { models: getAllowedModels(deps.llm) } : {}) }
    })
    return ok(answer)
  })

  registerRoute(app, calls.getAgent, async ({ who, params, query }) => {
    const { tenantId } = who
    const withSettings = hasPermission(who, 'agents:write')
    const answer = await deps.db.reading(who, async (tx) => {
      const row = await findAgent(tx, tenantId, params.id)
      if (!row) throw errors.notFound()
      const summaries = query.includeSummary === false ? null : await getAgentSummaries(tx, who, [row.id], deps.clock.now())
      return presentAgent(deps, row, { summary: summaries?.get(row.id), withSettings })
    })
    return ok(answer)
  })

  registerRoute(app, calls.createAgent, async ({ who, body }) =>
    ok(presentAgent(deps, await createAgent(deps, who, body), { withSettings: true })),
  )

  registerRoute(app, calls.updateAgent, async ({ who, params, body }) =>
    ok(presentAgent(deps, await updateAgent(deps, gate, who, params.id, body), { withSettings: true })),
  )

  registerRoute(
    app,
    calls.previewAgent,
    async ({ who: { tenantId, userId }, params, body, reply }) => {
      await consumeRateLimit(tries, userId)
      const { row, tenant } = await deps.db.tenant(tenantId, async (tx) => ({
        row: await findAgent(tx, tenantId, params.id),
        tenant: await findTenantNameAndTimezone(tx, tenantId),
      }))
      if (!row || !tenant) throw errors.notFound()
      if (body.messages.at(-1)?.role !== 'humano')
        throw errors.invalid(undefined, { messages: 'A última mensagem deve ser do lead.' })
      // Cancels the request to the language model if the client closes the connection.
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort(new Error('The client is gone')))
      return ok(await tryAgent({ ...row, ...toAgentColumns(body.draft ?? {}) }, tenant, body, gone.signal))
    },
    { bodyLimit: MAX_PREVIEW_BODY_BYTES },
  )
}
