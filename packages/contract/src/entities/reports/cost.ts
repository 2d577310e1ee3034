import * as z from 'zod/mini'
import { calendarDate, plainText, timestamp } from '../../fields.ts'

/**
 * Kinds of costs (2-agents.md, section 7): a message that Meta charges, a language model's work for one reply, a transcription, a
 * correction that a model checks (`judge`), and embeddings of texts.
 */
export const COST_KINDS = ['meta', 'model', 'transcript', 'judge', 'embedding'] as const
const costKind = z.enum(COST_KINDS)
export type CostKind = z.infer<typeof costKind>

/** State of a cost. The cost of a message is estimated until its channel reports delivery or failure. */
export type CostState = 'estimated' | 'final'

/** Schema of an amount in millionths of a Brazilian real. A message costs only a few centavos, and a token far less. */
const microBrl = z.int()

/**
 * Sum of recorded costs. `count`: number of costs; `unpriced`: number of costs without a known price, which are not counted as 0 (COST-07);
 * `estimated`: number of costs that are not final.
 */
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
 * Costs of a period, in total and by group. `key` identifies the group; null for costs outside any group, such as a preview, which has no
 * WhatsApp number. `label`: displayed name, if the key is not readable.
 */
export const costSummary = z.object({
  from: calendarDate,
  to: calendarDate,
  group_by: z.enum(COST_GROUPS),
  total: costSum,
  groups: z.array(z.extend(costSum, { key: z.nullable(z.string()), label: z.nullable(z.string()) })),
  /**
   * Meta's own bill for a range of whole days, and the costs recorded here for the same range (COST-08). Null if Meta has not reported a
   * bill yet.
   */
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

/**
 * Costs of one version of an agent, and number of meetings that the agent booked while the version was published, without cancelled ones.
 */
export const versionCost = z.extend(costSum, { number: z.int(), meetings: z.int() })
export type VersionCost = z.infer<typeof versionCost>

/**
 * Subjects of a price (rate): a delivered message of a Meta category, a million input or output tokens of a model, a minute of transcribed
 * audio, or a US dollar in reais. `free_messages` is not a price: it is the number of free service messages per WhatsApp number and month.
 */
export const RATE_SUBJECTS = ['category', 'model_input', 'model_output', 'transcript', 'dollar', 'free_messages'] as const
export type RateSubject = (typeof RATE_SUBJECTS)[number]
export const CURRENCIES = ['BRL', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Maximum price, and smallest step between prices. Costs are stored in millionths, so a price has at most six decimals. */
const RATE_MAX = 1_000_000
const RATE_STEP = 1e-6

/** A price (rate) that applies from a day on, in the organisation's time zone. Prosa extension. */
export const datedRate = z.object({
  subject: z.enum(RATE_SUBJECTS),
  /** Name of the category or model that the price is for. Empty if the subject has only one price. */
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

/** A price, own or built-in. `to_check`: whether the price is built-in and no user has confirmed it. */
export const rate = z.extend(datedRate, { to_check: z.boolean() })
export type Rate = z.infer<typeof rate>

/**
 * Behaviour of agents after the monthly limit is reached (COST-05). `save`: they send scripted replies in a single message and do not
 * transcribe audio automatically. `hand_over`: they request a user. `notify`: users are notified, and agents continue. Rules that protect
 * leads apply in all cases.
 */
export const BUDGET_LIMIT_ACTIONS = ['save', 'hand_over', 'notify'] as const
export type BudgetLimitAction = (typeof BUDGET_LIMIT_ACTIONS)[number]

/** States of the monthly budget. `near`: at least 80 % of the limit is spent; `reached`: all of it. */
export const BUDGET_STATES = ['under', 'near', 'reached'] as const
export type BudgetState = (typeof BUDGET_STATES)[number]

const BUDGET_MAX_BRL = 10_000_000
const CENTAVO = 0.01

/**
 * Monthly limit for the cost of agents in reais, and what happens when it is reached. Months are in the organisation's time zone.
 * `brl_month` is null for no limit. Prosa extension.
 */
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

/** The monthly limit, and the costs of agents since the first day of `month`: all costs except those of messages that users sent. */
export const budget = z.extend(budgetLimit, {
  month: z.string(),
  spent: costSum,
  state: z.enum(BUDGET_STATES),
})
export type Budget = z.infer<typeof budget>
