import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** Both spellings of after-sales are accepted. The Prosa server returns POS_VENDA (AGENTS-08). */
export const AGENT_TYPES = ['SDR', 'POS_VENDA', 'POST_SALE', 'CLOSER'] as const
export const agentType = z.enum(AGENT_TYPES)
export type AgentType = z.infer<typeof agentType>

const AGENT_TYPE_LABELS: Record<AgentType, string> = {
  SDR: 'SDR',
  POS_VENDA: 'Pós-venda',
  POST_SALE: 'Pós-venda',
  CLOSER: 'Closer',
}

/** Returns the displayed name of an agent's type. */
export const getAgentTypeLabel = (type: AgentType): string => AGENT_TYPE_LABELS[type]

const agentSummary = z.object({
  totalLeadsLifetime: z.number(),
  totalLeadsToday: z.number(),
  totalActiveConversations: z.number(),
  /**
   * Prosa extension: number of conversations that need attention, and of conversations with messages the user has not read. Archived ones
   * are excluded.
   */
  totalNeedsAttention: z.optional(z.number()),
  totalUnread: z.optional(z.number()),
})

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use o formato HH:mm.'))

/** Opening hours on a day of the week, 0 being Sunday, in the tenant's time zone. `to` is later than `from`. */
export const openingHours = z
  .strictObject({ day: z.int().check(z.gte(0), z.lte(6)), from: clockTime, to: clockTime })
  .check(z.refine(({ from, to }) => from < to, { error: 'O fim deve vir depois do início.', path: ['to'] }))
export type OpeningHours = z.infer<typeof openingHours>

/**
 * Topic of an SDR's question about money: the budget, how treatment is paid for, or nothing. `auto` decides by the organisation's name:
 * coverage for a clinic or similar, otherwise budget.
 */
const MONEY_QUESTION_TOPICS = ['auto', 'budget', 'coverage', 'none'] as const
export const moneyQuestionTopic = z.enum(MONEY_QUESTION_TOPICS)
export type MoneyQuestionTopic = z.infer<typeof moneyQuestionTopic>

/** Whether an agent sends the texts of a turn as one message or as several, on channels that charge per message. */
export const bubbleMode = z.enum(['one', 'several'])
export type BubbleMode = z.infer<typeof bubbleMode>

/** Limits of the phrases that an agent must never send (`sale/2-agents.md`, sections 2 and 6). */
export const FORBIDDEN_PHRASE_LIMITS = { most: 20, maxChars: 120 } as const

/** Number of turns within 24 hours, without help of a user, after which an agent requests attention (`sale/2-agents.md`, section 2). */
export const UNATTENDED_TURN_LIMITS = { min: 5, max: 200, usual: 30 } as const

/**
 * Permitted values of an agent's `model`, the server's default first. Empty if the server has no model; omitted if any name is accepted.
 */
export const allowedModels = z.array(z.string())

/** Settings of an agent. Visible to users who may change them. Prosa extension. */
export const agentSettings = z.object({
  persona: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  /** Null if no hours are set. */
  hours: z.nullable(z.array(openingHours)),
  /** Name of a language model at the server's endpoint; null for the server's default. */
  model: z.nullable(z.string()),
  models: z.optional(allowedModels),
  use_model: z.boolean(),
  questions: z.array(z.string()),
  /** Whether `questions` replace the default questions of the agent's type. */
  replace_questions: z.boolean(),
  /** Topic of the default question about money. */
  asks_for: moneyQuestionTopic,
  /** Omitted by a provider without forbidden phrases. */
  never: z.optional(z.array(z.string())),
  /** Omitted by a provider without this limit. */
  turns_without_person: z.optional(z.int()),
  /** Omitted by a provider that does not support this setting. */
  bubbles: z.optional(bubbleMode),
})
export type AgentSettings = z.infer<typeof agentSettings>

/** Section 3, Agent. */
export const agent = z.object({
  _id: id,
  name: z.string(),
  type: agentType,
  active: z.boolean(),
  created_at: timestamp,
  summary: z.optional(agentSummary),
  /** Prosa extension: `playbook` follows a fixed script, `model` uses a language model. */
  mode: z.optional(z.enum(['playbook', 'model'])),
  /** Prosa extension: path of the agent's public web chat. */
  webchat_path: z.optional(z.string()),
  /** Prosa extension: only for a user with agents:write. */
  settings: z.optional(agentSettings),
})
export type Agent = z.infer<typeof agent>
