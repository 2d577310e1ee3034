import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** Both spellings of after-sales are accepted; our provider emits POS_VENDA (decisions.md). */
export const AGENT_TYPES = ['SDR', 'POS_VENDA', 'POST_SALE', 'CLOSER'] as const
export const agentType = z.enum(AGENT_TYPES)
export type AgentType = z.infer<typeof agentType>

const LABELS: Record<AgentType, string> = {
  SDR: 'SDR',
  POS_VENDA: 'Pós-venda',
  POST_SALE: 'Pós-venda',
  CLOSER: 'Closer',
}

/** What a person reads for an agent's type. */
export const agentTypeLabel = (type: AgentType): string => LABELS[type]

export const agentSummary = z.object({
  totalLeadsLifetime: z.number(),
  totalLeadsToday: z.number(),
  totalActiveConversations: z.number(),
})

/** Section 3, Agent. */
export const agent = z.object({
  _id: id,
  name: z.string(),
  type: agentType,
  active: z.boolean(),
  created_at: timestamp,
  summary: z.optional(agentSummary),
  /** Ours: `playbook` follows a written script, `model` talks with a language model. */
  mode: z.optional(z.enum(['playbook', 'model'])),
  /** Ours: path of the agent's public web chat. */
  webchat_path: z.optional(z.string()),
})
export type Agent = z.infer<typeof agent>
