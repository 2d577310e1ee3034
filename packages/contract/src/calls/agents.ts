import * as z from 'zod/mini'
import { paged, success } from '../answer.ts'
import { defineCall } from '../define-call.ts'
import { agent, agentType } from '../entities/agent.ts'
import { id, listQuery, queryFlag } from '../fields.ts'

export const listAgents = defineCall({
  name: 'listAgents',
  method: 'GET',
  path: '/agents',
  summary: 'Lista os agentes da organização.',
  query: z.strictObject({
    ...listQuery,
    type: z.optional(agentType),
    active: z.optional(queryFlag),
    sortBy: z.optional(z.enum(['created_at', 'name', 'type'])),
    includeSummary: z.optional(queryFlag),
  }),
  answer: success(z.object({ agents: z.array(agent), ...paged })),
})

export const getAgent = defineCall({
  name: 'getAgent',
  method: 'GET',
  path: '/agents/:id',
  summary: 'Um agente; com resumo, a menos que includeSummary seja false.',
  params: z.object({ id }),
  query: z.strictObject({ includeSummary: z.optional(queryFlag) }),
  answer: success(agent),
})
