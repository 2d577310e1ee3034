import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { agent, agentType, allowedModels } from '../../entities/agents/agent.ts'
import { listQuery, queryFlag } from '../../fields.ts'
import { INBOX_ENDPOINTS } from '../../inbox-endpoints.ts'
import { paginationFields, successWithData } from '../../responses.ts'

/**
 * Returns the organisation's agents. Defined in a separate file, so that opening a conversation does not load the schemas of agent
 * settings.
 */
export const listAgents = defineCall({
  ...INBOX_ENDPOINTS.listAgents,
  summary: 'Lista os agentes da organização.',
  query: z.strictObject({
    ...listQuery,
    type: z.optional(agentType),
    active: z.optional(queryFlag),
    sortBy: z.optional(z.enum(['created_at', 'name', 'type'])),
    includeSummary: z.optional(queryFlag),
  }),
  answer: successWithData(
    z.object({
      agents: z.array(agent),
      ...paginationFields,
      /** Language models that a new agent may use. Returned only to users with the permission agents:write. Prosa extension. */
      models: z.optional(allowedModels),
    }),
  ),
})
