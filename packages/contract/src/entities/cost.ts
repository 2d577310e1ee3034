import * as z from 'zod/mini'
import { day, plainText, timestamp } from '../fields.ts'

/** What costs money (2-agents.md, section 7): a message at Meta, a model's turn, a transcription, a correction judged, texts embedded. */
export const COST_KINDS = ['meta', 'model', 'transcript', 'judge', 'embedding'] as const
const costKind = z.enum(COST_KINDS)
export type CostKind = z.infer<typeof costKind>

/** Until its channel says that a message arrived or failed, what it costs is an estimate. */
export type CostState = 'estimated' | 'final'

/** Millionths of a real: a message costs a few centavos, a token far less. */
const microBrl = z.int()

/** What some costs come to. Those without a price are counted and never taken for 0 (COST-07). */
export const costSum = z.object({
  micro_brl: microBrl,
  count: z.int(),
  unpriced: z.int(),
  estimated: z.int(),
})
export type CostSum = z.infer<typeof costSum>

export const COST_GROUPS = ['day', 'agent', 'version', 'number', 'kind', 'stage'] as const
export type CostGroupBy = (typeof COST_GROUPS)[number]

/** Of a period, whole and by one of these. `key` null: of none (a try has no number), `label` where the key is no word. */
export const costSummary = z.object({
  from: day,
  to: day,
  group_by: z.enum(COST_GROUPS),
  total: costSum,
  groups: z.array(z.extend(costSum, { key: z.nullable(z.string()), label: z.nullable(z.string()) })),
  /** What Meta says of messages from one moment to another, whole days of its own, and what was counted of the same (COST-08). Null: nothing yet. */
  bill: z.nullish(z.object({ from: timestamp, to: timestamp, meta_micro_brl: microBrl, ours_micro_brl: microBrl })),
})
export type CostSummary = z.infer<typeof costSummary>

/** What a conversation cost until now, and all of its lead's. */
export const conversationCost = z.object({
  conversation: costSum,
  lead: costSum,
  /** Of the conversation. */
  kinds: z.array(z.extend(costSum, { kind: costKind })),
})
export type ConversationCost = z.infer<typeof conversationCost>

/** What each of an agent's versions cost until now, and the meetings that the agent booked while it was published and that were not called off. */
export const versionCost = z.extend(costSum, { number: z.int(), meetings: z.int() })
export type VersionCost = z.infer<typeof versionCost>

/**
 * What a price is of: a delivered message of one of Meta's categories, a million tokens of a model, a minute of sound, a dollar in reais, and
 * how many messages of service a number has free in a month, which is a count.
 */
export const RATE_SUBJECTS = ['category', 'model_input', 'model_output', 'transcript', 'dollar', 'free_messages'] as const
export type RateSubject = (typeof RATE_SUBJECTS)[number]
export const CURRENCIES = ['BRL', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Millionths are kept, so no price is finer. */
const RATE_MAX = 1_000_000
const RATE_STEP = 1e-6

/** What something costs from a day on, by the organisation's clock. Ours. */
export const rateOfDay = z.object({
  subject: z.enum(RATE_SUBJECTS),
  /** Which category or model; '' where there is one only. */
  name: plainText(100),
  currency: z.enum(CURRENCIES),
  price: z.number().check(
    z.gte(0),
    z.lte(RATE_MAX),
    z.refine((price) => Math.abs(price / RATE_STEP - Math.round(price / RATE_STEP)) < 1e-3, 'Use no máximo seis casas decimais.'),
  ),
  valid_from: day,
})
export type RateOfDay = z.infer<typeof rateOfDay>

/** `to_check`: it came with the product, and nobody has confirmed it. */
export const rate = z.extend(rateOfDay, { to_check: z.boolean() })
export type Rate = z.infer<typeof rate>

/**
 * What becomes of agents once a month's limit is reached (COST-05): written answers in one message, without transcribing sounds by themselves;
 * a person goes on; or the organisation is told, and nothing else. What guards leads goes on in each.
 */
export const AT_LIMIT = ['save', 'hand_over', 'notify'] as const
export type AtLimit = (typeof AT_LIMIT)[number]

/** `near`: at 80 % of the limit; `reached`: at all of it. */
export const BUDGET_STATES = ['under', 'near', 'reached'] as const
export type BudgetState = (typeof BUDGET_STATES)[number]

const BRL_MAX = 10_000_000
const CENTAVO = 0.01

/** What agents may cost in a month, by the organisation's clock; null: as much as they do. Ours. */
export const budgetLimit = z.object({
  brl_month: z.nullable(
    z.number().check(
      z.gte(CENTAVO),
      z.lte(BRL_MAX),
      z.refine((brl) => Math.abs(brl / CENTAVO - Math.round(brl / CENTAVO)) < 1e-6, 'Use no máximo duas casas decimais.'),
    ),
  ),
  at_limit: z.enum(AT_LIMIT),
})
export type BudgetLimit = z.infer<typeof budgetLimit>

/** With what agents have cost since the first of `month`: all but what people sent. */
export const budget = z.extend(budgetLimit, {
  month: z.string(),
  spent: costSum,
  state: z.enum(BUDGET_STATES),
})
export type Budget = z.infer<typeof budget>
