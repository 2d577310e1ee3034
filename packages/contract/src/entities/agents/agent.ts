import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** Types of agents. POS_VENDA and POST_SALE both mean after-sales; the Prosa server returns POS_VENDA (AGENTS-08). */
export const AGENT_TYPES = ['SDR', 'POS_VENDA', 'POST_SALE', 'CLOSER'] as const
export const agentType = z.enum(AGENT_TYPES)
export type AgentType = z.infer<typeof agentType>

const AGENT_TYPE_LABELS: Record<AgentType, string> = {
  SDR: 'SDR',
  POS_VENDA: 'Pós-venda',
  POST_SALE: 'Pós-venda',
  CLOSER: 'Closer',
}

export const getAgentTypeLabel = (type: AgentType): string => AGENT_TYPE_LABELS[type]

const agentSummary = z.object({
  totalLeadsLifetime: z.number(),
  totalLeadsToday: z.number(),
  totalActiveConversations: z.number(),
  /** Number of conversations that need attention, without archived ones. Prosa extension. */
  totalNeedsAttention: z.optional(z.number()),
  /** Number of conversations with messages that the signed-in user has not read, without archived ones. Prosa extension. */
  totalUnread: z.optional(z.number()),
})

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use o formato HH:mm.'))

/** Schema of opening hours on one weekday (0 is Sunday), in the organisation's time zone. */
export const openingHours = z
  .strictObject({ day: z.int().check(z.gte(0), z.lte(6)), from: clockTime, to: clockTime })
  .check(z.refine(({ from, to }) => from < to, { error: 'O fim deve vir depois do início.', path: ['to'] }))
export type OpeningHours = z.infer<typeof openingHours>

/**
 * Topics of the question about money that an SDR agent asks. `coverage`: how treatment is paid for. `none`: no such question. `auto`:
 * coverage if the organisation's name suggests a clinic, otherwise budget.
 */
const MONEY_QUESTION_TOPICS = ['auto', 'budget', 'coverage', 'none'] as const
export const moneyQuestionTopic = z.enum(MONEY_QUESTION_TOPICS)
export type MoneyQuestionTopic = z.infer<typeof moneyQuestionTopic>

/** Number of messages for the texts of one reply: one or several. Applies to channels that charge per message. */
export const bubbleMode = z.enum(['one', 'several'])
export type BubbleMode = z.infer<typeof bubbleMode>

/** Maximum number and length of the phrases that an agent must never send (`sale/2-agents.md`, sections 2 and 6). */
export const FORBIDDEN_PHRASE_LIMITS = { maxPhrases: 20, maxChars: 120 } as const

/**
 * Limits for the setting `turns_without_person`: number of an agent's replies within 24 hours, without a message from a user, after which
 * the agent requests attention (`sale/2-agents.md`, section 2).
 */
export const UNATTENDED_TURN_LIMITS = { min: 5, max: 200, defaultValue: 30 } as const

/**
 * Language models that an agent may use, the server's default first. Empty if the server has no language model; omitted if any name is
 * accepted.
 */
export const allowedModels = z.array(z.string())

/** Settings of an agent, returned only to users who may change them. Prosa extension. */
export const agentSettings = z.object({
  persona: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  hours: z.nullable(z.array(openingHours)),
  /** Name of the agent's language model. Null for the server's default. */
  model: z.nullable(z.string()),
  models: z.optional(allowedModels),
  use_model: z.boolean(),
  questions: z.array(z.string()),
  /** Whether `questions` replace the default questions of the agent's type. */
  replace_questions: z.boolean(),
  asks_for: moneyQuestionTopic,
  /** Phrases that the agent must never send. Omitted by servers without this feature. */
  never: z.optional(z.array(z.string())),
  /** Number of replies without a message from a user after which the agent requests attention. Omitted by servers without this feature. */
  turns_without_person: z.optional(z.int()),
  /** Number of messages per reply. Omitted by servers without this feature. */
  bubbles: z.optional(bubbleMode),
})
export type AgentSettings = z.infer<typeof agentSettings>

/** An automatic agent that replies to leads (section 3). */
export const agent = z.object({
  _id: id,
  name: z.string(),
  type: agentType,
  active: z.boolean(),
  created_at: timestamp,
  summary: z.optional(agentSummary),
  /** `playbook`: the agent follows a script. `model`: the agent uses a language model. Prosa extension. */
  mode: z.optional(z.enum(['playbook', 'model'])),
  /** Path of the agent's public web chat. Prosa extension. */
  webchat_path: z.optional(z.string()),
  /** Returned only to users with the permission agents:write. Prosa extension. */
  settings: z.optional(agentSettings),
})
export type Agent = z.infer<typeof agent>
