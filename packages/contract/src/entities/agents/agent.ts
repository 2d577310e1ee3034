import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** Types of agents. Clients accept both spellings of after-sales; the Prosa server returns POS_VENDA (AGENTS-08). */
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
   * Number of conversations that need attention, and of conversations with messages that the signed-in user has not read. Archived
   * conversations are excluded. Prosa extension.
   */
  totalNeedsAttention: z.optional(z.number()),
  totalUnread: z.optional(z.number()),
})

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use o formato HH:mm.'))

/** Schema of opening hours on one day of the week (0 is Sunday), in the tenant's time zone. `to` must be later than `from`. */
export const openingHours = z
  .strictObject({ day: z.int().check(z.gte(0), z.lte(6)), from: clockTime, to: clockTime })
  .check(z.refine(({ from, to }) => from < to, { error: 'O fim deve vir depois do início.', path: ['to'] }))
export type OpeningHours = z.infer<typeof openingHours>

/**
 * Topics of the question about money that an SDR agent asks: the budget, how treatment is paid for (`coverage`), or no such question.
 * `auto` chooses by the organisation's name: coverage for a clinic or similar, otherwise budget.
 */
const MONEY_QUESTION_TOPICS = ['auto', 'budget', 'coverage', 'none'] as const
export const moneyQuestionTopic = z.enum(MONEY_QUESTION_TOPICS)
export type MoneyQuestionTopic = z.infer<typeof moneyQuestionTopic>

/** Number of messages in which an agent sends the texts of one reply: one or several. Applies to channels that charge per message. */
export const bubbleMode = z.enum(['one', 'several'])
export type BubbleMode = z.infer<typeof bubbleMode>

/** Maximum number and length of the phrases that an agent must never send (`sale/2-agents.md`, sections 2 and 6). */
export const FORBIDDEN_PHRASE_LIMITS = { maxPhrases: 20, maxChars: 120 } as const

/**
 * Range and default of the number of replies within 24 hours, without a message of a user in between, after which an agent requests
 * attention (`sale/2-agents.md`, section 2).
 */
export const UNATTENDED_TURN_LIMITS = { min: 5, max: 200, defaultValue: 30 } as const

/**
 * Names of language models that an agent's `model` may have, the server's default first. Empty if the server has no language model; omitted
 * if any name is accepted.
 */
export const allowedModels = z.array(z.string())

/** Settings of an agent. Returned only to users who may change them. Prosa extension. */
export const agentSettings = z.object({
  persona: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  /** Null if no opening hours are set. */
  hours: z.nullable(z.array(openingHours)),
  /** Name of the language model that the agent uses; null for the server's default. */
  model: z.nullable(z.string()),
  models: z.optional(allowedModels),
  use_model: z.boolean(),
  questions: z.array(z.string()),
  /** Whether `questions` replace the default questions of the agent's type. */
  replace_questions: z.boolean(),
  /** Topic of the agent's question about money. */
  asks_for: moneyQuestionTopic,
  /** Phrases that the agent must never send. Omitted by a provider that does not support forbidden phrases. */
  never: z.optional(z.array(z.string())),
  /** Number of replies without a user after which the agent requests attention. Omitted by a provider that does not support this limit. */
  turns_without_person: z.optional(z.int()),
  /** Number of messages per reply. Omitted by a provider that does not support this setting. */
  bubbles: z.optional(bubbleMode),
})
export type AgentSettings = z.infer<typeof agentSettings>

/** An agent, which replies to leads (section 3). */
export const agent = z.object({
  _id: id,
  name: z.string(),
  type: agentType,
  active: z.boolean(),
  created_at: timestamp,
  summary: z.optional(agentSummary),
  /** `playbook`: the agent follows a fixed script. `model`: the agent uses a language model. Prosa extension. */
  mode: z.optional(z.enum(['playbook', 'model'])),
  /** Path of the agent's public web chat. Prosa extension. */
  webchat_path: z.optional(z.string()),
  /** Settings of the agent. Returned only to users with the permission agents:write. Prosa extension. */
  settings: z.optional(agentSettings),
})
export type Agent = z.infer<typeof agent>
