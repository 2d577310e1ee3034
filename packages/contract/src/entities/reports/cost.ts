import * as z from 'zod/mini'
import { calendarDate, plainText, timestamp } from '../../fields.ts'

/**
 * Kinds of costs (2-agents.md, section 7): a message at Meta, a turn of a model, a transcription, a correction checked by a model, and
 * embeddings of texts.
 */
export const COST_KINDS = ['meta', 'model', 'transcript', 'judge', 'embedding'] as const
const costKind = z.enum(COST_KINDS)
export type CostKind = z.infer<typeof costKind>

/** The cost of a message is estimated until its channel reports delivery or failure. */
export type CostState = 'estimated' | 'final'

/** Millionths of a real, because a message costs a few centavos and a token far less. */
const microBrl = z.int()

/** Sum of costs. Costs without a price are counted in `unpriced`, not as 0 (COST-07). */
export const costSum = z.object({
  micro_brl: microBrl,
  count: z.int(),
  unpriced: z.int(),
  estimated: z.int(),
})
export type CostSum = z.infer<typeof costSum>

export const COST_GROUPS = ['day', 'agent', 'version', 'number', 'kind', 'stage'] as const
export type CostGroupBy = (typeof COST_GROUPS)[number]

/**
 * Costs of a period, in total and by group. `key` is null for costs outside any group (a preview has no number). `label` is set if the key
 * is not readable.
 */
export const costSummary = z.object({
  from: calendarDate,
  to: calendarDate,
  group_by: z.enum(COST_GROUPS),
  total: costSum,
  groups: z.array(z.extend(costSum, { key: z.nullable(z.string()), label: z.nullable(z.string()) })),
  /** Meta's own bill for a range of whole days, and the costs recorded here for the same range (COST-08). Null if there is none yet. */
  bill: z.nullish(z.object({ from: timestamp, to: timestamp, meta_micro_brl: microBrl, ours_micro_brl: microBrl })),
})
export type CostSummary = z.infer<typeof costSummary>

/** Costs of a conversation, and of all conversations of its lead. */
export const conversationCost = z.object({
  conversation: costSum,
  lead: costSum,
  /** Costs of the conversation by kind. */
  kinds: z.array(z.extend(costSum, { kind: costKind })),
})
export type ConversationCost = z.infer<typeof conversationCost>

/** Costs of each version of an agent, and the meetings that the agent booked while the version was published, without cancelled ones. */
export const versionCost = z.extend(costSum, { number: z.int(), meetings: z.int() })
export type VersionCost = z.infer<typeof versionCost>

/**
 * Subject of a rate: a delivered message of a Meta category, a million tokens of a model, a minute of audio, or a US dollar in
 * reais. `free_messages` is not a price, but the number of free service messages per number and month.
 */
export const RATE_SUBJECTS = ['category', 'model_input', 'model_output', 'transcript', 'dollar', 'free_messages'] as const
export type RateSubject = (typeof RATE_SUBJECTS)[number]
export const CURRENCIES = ['BRL', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Maximum and precision of a price. Costs are stored in millionths, so a price has at most six decimals. */
const RATE_MAX = 1_000_000
const RATE_STEP = 1e-6

/** A price that applies from a day on, in the organisation's time zone. Prosa extension. */
export const datedRate = z.object({
  subject: z.enum(RATE_SUBJECTS),
  /** The category or model. Empty if the subject has only one. */
  name: plainText(100),
  currency: z.enum(CURRENCIES),
  price: z.number().check(
    z.gte(0),
    z.lte(RATE_MAX),
    z.refine((price) => Math.abs(price / RATE_STEP - Math.round(price / RATE_STEP)) < 1e-3, 'Use no máximo seis casas decimais.'),
  ),
  valid_from: calendarDate,
})
export type DatedRate = z.infer<typeof datedRate>

/** `to_check`: a built-in price that nobody has confirmed. */
export const rate = z.extend(datedRate, { to_check: z.boolean() })
export type Rate = z.infer<typeof rate>

/**
 * Behaviour of agents after the monthly limit is reached (COST-05). `save`: they send scripted answers in one message and do not transcribe
 * audio automatically. `hand_over`: a user takes over. `notify`: only a notification. Safety rules for leads apply in all three.
 */
export const BUDGET_LIMIT_ACTIONS = ['save', 'hand_over', 'notify'] as const
export type BudgetLimitAction = (typeof BUDGET_LIMIT_ACTIONS)[number]

/** `near`: at least 80 % of the limit; `reached`: at least all of it. */
export const BUDGET_STATES = ['under', 'near', 'reached'] as const
export type BudgetState = (typeof BUDGET_STATES)[number]

const BUDGET_MAX_BRL = 10_000_000
const CENTAVO = 0.01

/** Monthly limit for the cost of agents, in the organisation's time zone; null for no limit. Prosa extension. */
export const budgetLimit = z.object({
  brl_month: z.nullable(
    z.number().check(
      z.gte(CENTAVO),
      z.lte(BUDGET_MAX_BRL),
      z.refine((brl) => Math.abs(brl / CENTAVO - Math.round(brl / CENTAVO)) < 1e-6, 'Use no máximo duas casas decimais.'),
    ),
  ),
  at_limit: z.enum(BUDGET_LIMIT_ACTIONS),
})
export type BudgetLimit = z.infer<typeof budgetLimit>

/** The limit, and the costs of agents since the first day of `month`: all costs except messages sent by users. */
export const budget = z.extend(budgetLimit, {
  month: z.string(),
  spent: costSum,
  state: z.enum(BUDGET_STATES),
})
export type Budget = z.infer<typeof budget>
