import * as z from 'zod/mini'
import { calendarDate, plainText, timestamp } from '../../fields.ts'

/**
 * Kinds of costs (2-agents.md, section 7). `meta`: a message that Meta charges. `model`: a language model's work for one reply. `judge`: a
 * model that checks a reply which users marked as wrong. `embedding`: vectors of texts for the search.
 */
export const COST_KINDS = ['meta', 'model', 'transcript', 'judge', 'embedding'] as const
const costKind = z.enum(COST_KINDS)
export type CostKind = z.infer<typeof costKind>

/** State of a cost. The cost of a message is estimated until the channel reports delivery or failure. */
export type CostState = 'estimated' | 'final'

/** Schema of an amount in millionths of a Brazilian real. Smaller units are needed because a token costs far less than a centavo. */
const microBrl = z.int()

export const costSum = z.object({
  micro_brl: microBrl,
  /** Number of recorded costs. */
  count: z.int(),
  /** Number of costs without a known price. They are not part of the sum (COST-07). */
  unpriced: z.int(),
  /** Number of costs that are not final. */
  estimated: z.int(),
})
export type CostSum = z.infer<typeof costSum>

export const COST_GROUPS = ['day', 'agent', 'version', 'number', 'kind', 'stage'] as const
export type CostGroupBy = (typeof COST_GROUPS)[number]

/**
 * Costs of a period, in total and by group. `key` identifies the group. It is null for costs outside any group: a preview, for example, has
 * no WhatsApp number. `label`: displayed name, if the key is not readable.
 */
export const costSummary = z.object({
  from: calendarDate,
  to: calendarDate,
  group_by: z.enum(COST_GROUPS),
  total: costSum,
  groups: z.array(z.extend(costSum, { key: z.nullable(z.string()), label: z.nullable(z.string()) })),
  /** Meta's bill for a range of whole days, and the costs recorded here for the same range (COST-08). Null until Meta reports a bill. */
  bill: z.nullish(z.object({ from: timestamp, to: timestamp, meta_micro_brl: microBrl, ours_micro_brl: microBrl })),
})
export type CostSummary = z.infer<typeof costSummary>

/** Costs of a conversation, and of all conversations of the same lead. */
export const conversationCost = z.object({
  conversation: costSum,
  lead: costSum,
  /** Costs of the conversation, by kind of cost. */
  kinds: z.array(z.extend(costSum, { kind: costKind })),
})
export type ConversationCost = z.infer<typeof conversationCost>

/** Costs of one version of an agent's settings, and number of meetings that the agent booked with it, without cancelled ones. */
export const versionCost = z.extend(costSum, { number: z.int(), meetings: z.int() })
export type VersionCost = z.infer<typeof versionCost>

/**
 * Subjects of prices. `category`: a delivered message of a Meta category. `model_input` and `model_output`: a million tokens. `transcript`:
 * a minute of audio. `dollar`: a US dollar in reais. `free_messages` is no price, but the number of free messages per WhatsApp number and
 * month.
 */
export const RATE_SUBJECTS = ['category', 'model_input', 'model_output', 'transcript', 'dollar', 'free_messages'] as const
export type RateSubject = (typeof RATE_SUBJECTS)[number]
export const CURRENCIES = ['BRL', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Maximum price, and smallest step between prices. Costs are stored in millionths, so prices have at most six decimals. */
const RATE_MAX = 1_000_000
const RATE_STEP = 1e-6

/** A price that applies from the day `valid_from`, in the organisation's time zone. Prosa extension. */
export const datedRate = z.object({
  subject: z.enum(RATE_SUBJECTS),
  /** Category or model that the price is for. Empty if the subject has only one price. */
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

/** A price that the organisation has set, or a built-in price. `to_check`: whether the price is built-in and no user has confirmed it. */
export const rate = z.extend(datedRate, { to_check: z.boolean() })
export type Rate = z.infer<typeof rate>

/**
 * Behaviour of agents after the monthly limit is reached (COST-05). `save`: they send short scripted replies and do not transcribe audio.
 * `hand_over`: they ask a user to take over. `notify`: they continue, and users are notified. Rules that protect leads always apply.
 */
export const BUDGET_LIMIT_ACTIONS = ['save', 'hand_over', 'notify'] as const
export type BudgetLimitAction = (typeof BUDGET_LIMIT_ACTIONS)[number]

/** States of the monthly budget. `near`: at least 80 % is spent. `reached`: all of it. */
export const BUDGET_STATES = ['under', 'near', 'reached'] as const
export type BudgetState = (typeof BUDGET_STATES)[number]

const BUDGET_MAX_BRL = 10_000_000
const CENTAVO = 0.01

/**
 * Monthly limit for the cost of agents, and agents' behaviour when it is reached. Months are in the organisation's time zone. Prosa
 * extension.
 */
export const budgetLimit = z.object({
  /** Limit in Brazilian reais. Null for no limit. */
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

/** The monthly limit, and the costs of agents since the first day of `month`. Costs of messages that users sent are not counted. */
export const budget = z.extend(budgetLimit, {
  month: z.string(),
  spent: costSum,
  state: z.enum(BUDGET_STATES),
})
export type Budget = z.infer<typeof budget>
