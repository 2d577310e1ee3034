import * as z from 'zod/mini'
import { ATTENTION_REASON_MAX_CHARS } from '../../constants.ts'
import { defineCall } from '../../define-call.ts'
import { lead } from '../../entities/conversations/lead.ts'
import { id, listQuery, plainText, requestDateTime, searchText } from '../../fields.ts'
import { paginationFields, successWithData } from '../../responses.ts'

const params = z.object({ id })

export const listLeads = defineCall({
  name: 'listLeads',
  method: 'GET',
  path: '/leads',
  summary: 'Lista os leads da organização.',
  query: z.strictObject({
    ...listQuery,
    agent_id: z.optional(id),
    origin: z.optional(searchText),
    sortBy: z.optional(z.enum(['created_at', 'updated_at', 'name'])),
  }),
  answer: successWithData(z.object({ leads: z.array(lead), ...paginationFields })),
})

export const getLead = defineCall({
  name: 'getLead',
  method: 'GET',
  path: '/leads/:id',
  summary: 'Um lead.',
  params,
  answer: successWithData(lead),
})

export const getLeadByPhone = defineCall({
  name: 'getLeadByPhone',
  method: 'GET',
  path: '/leads/phone/:phone',
  summary: 'O lead que tem este telefone, com ou sem +.',
  params: z.object({ phone: plainText(24) }),
  answer: successWithData(lead),
})

/**
 * Pauses or resumes the agent for a lead. `reason`: why the agent is paused. `until`: when the agent resumes automatically. Both fields are
 * Prosa extensions.
 */
export const pauseLead = defineCall({
  name: 'pauseLead',
  method: 'PATCH',
  path: '/leads/:id/pause',
  summary: 'Pausa ou retoma o agente para o lead.',
  params,
  body: z.object({
    pause: z.boolean(),
    reason: z.optional(plainText(ATTENTION_REASON_MAX_CHARS)),
    until: z.optional(requestDateTime),
  }),
  answer: successWithData(z.object({ pause: z.boolean() })),
})

export const archiveLead = defineCall({
  name: 'archiveLead',
  method: 'PATCH',
  path: '/leads/:id/archive',
  summary: 'Arquiva ou desarquiva o lead.',
  params,
  body: z.object({ archive: z.boolean() }),
  answer: successWithData(z.object({ archive: z.boolean() })),
})
