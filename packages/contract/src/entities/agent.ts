import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** Both spellings of after-sales are accepted; our provider emits POS_VENDA (AGENTS-08). */
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

const agentSummary = z.object({
  totalLeadsLifetime: z.number(),
  totalLeadsToday: z.number(),
  totalActiveConversations: z.number(),
  /** Ours: conversations that ask for a person, and those in which the user has something to read; archived ones aside. */
  totalNeedsAttention: z.optional(z.number()),
  totalUnread: z.optional(z.number()),
})

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use o formato HH:mm.'))

/** Open from one time to another on a day of the week, 0 being Sunday; `to` comes after `from`, both in the tenant's time zone. */
export const openHours = z
  .strictObject({ day: z.int().check(z.gte(0), z.lte(6)), from: clockTime, to: clockTime })
  .check(z.refine(({ from, to }) => from < to, { error: 'O fim deve vir depois do início.', path: ['to'] }))
export type OpenHours = z.infer<typeof openHours>

/**
 * What an SDR asks about money: a sum to spend, how care is paid for, or nothing; `auto` goes by the organisation's name, in which
 * only a clinic or the like is recognised.
 */
const ASKS_FOR = ['auto', 'budget', 'coverage', 'none'] as const
export const asksFor = z.enum(ASKS_FOR)
export type AsksFor = z.infer<typeof asksFor>

/** How what an agent says in a turn leaves where each message costs: as one, or in as many as it is written in. */
export const bubbles = z.enum(['one', 'several'])
export type Bubbles = z.infer<typeof bubbles>

/** Phrases that an agent must not say, whatever else it was told (`sale/2-agents.md`, sections 2 and 6). */
export const NEVER = { most: 20, maxChars: 120 } as const

/** Turns in 24 hours after which an agent that no person helped calls one (`sale/2-agents.md`, section 2). */
export const TURNS_WITHOUT_PERSON = { min: 5, max: 200, usual: 30 } as const

/** All that an agent's `model` may be, the server's own first: none where the server has no model; left out where any name is taken. */
export const allowedModels = z.array(z.string())

/** What an agent is told and asked to do. Ours; shown to whoever may change it. */
export const agentSettings = z.object({
  persona: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  /** Null: no hours were set. */
  hours: z.nullable(z.array(openHours)),
  /** Name of a language model at the server's endpoint; null: the server's own. */
  model: z.nullable(z.string()),
  models: z.optional(allowedModels),
  use_model: z.boolean(),
  questions: z.array(z.string()),
  /** True: the agent's own questions stand in the place of its type's. */
  replace_questions: z.boolean(),
  /** What its own type asks about money. */
  asks_for: asksFor,
  /** Left out by a provider that holds nothing back. */
  never: z.optional(z.array(z.string())),
  /** Left out by a provider that sets no such end. */
  turns_without_person: z.optional(z.int()),
  /** Left out by a provider whose agents know no other way. */
  bubbles: z.optional(bubbles),
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
  /** Ours: `playbook` follows a written script, `model` talks with a language model. */
  mode: z.optional(z.enum(['playbook', 'model'])),
  /** Ours: path of the agent's public web chat. */
  webchat_path: z.optional(z.string()),
  /** Ours: only for a user with agents:write. */
  settings: z.optional(agentSettings),
})
export type Agent = z.infer<typeof agent>
