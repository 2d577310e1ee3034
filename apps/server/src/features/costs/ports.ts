import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { BudgetLimitAction } from '@prosa/contract/entities/reports/cost'
import type { Tx } from '../../platform/database/database.ts'
import type { ModelUsage } from '../../platform/external-services/language-model.ts'
import type { AccountBill } from '../../platform/external-services/whatsapp-api.ts'

/** A message sent through Meta, as its statuses together describe it. */
export interface MetaCharge {
  tenantId: string
  messageId: string
  numberId: string
  /** Meta's category and type. Some types are free. */
  category: string
  type: string | null
  /** `sent`: delivery is not known yet. */
  fate: 'sent' | 'arrived' | 'failed'
}

/** Model usage of a turn that produced no message. */
export interface UnansweredTurn extends ModelUsage {
  tenantId: string
  conversationId: string
  outcome: string
}

/** A monthly limit that agents have reached. */
export interface ReachedLimit {
  atLimit: BudgetLimitAction
  /** The limit in reais. */
  brl: number
}

/** Operations on costs that other features call, each within the transaction of its cause. No other feature writes the cost tables. */
export interface Costs {
  /** Prices a message from all its statuses. Repeated calls update the same row. */
  charge: (tx: Tx, charge: MetaCharge) => Promise<void>
  /** Stores the model cost of the turn that produced this message. */
  answered: (tx: Tx, turn: ModelUsage & { tenantId: string; messageId: string; model: string | null; at: Date }) => Promise<void>
  /** Stores the model cost of a turn that failed, was cancelled or produced no message. */
  unanswered: (turn: UnansweredTurn) => Promise<void>
  /** Stores the model cost of a test of an agent, which has no lead. */
  tried: (agent: { tenantId: string; id: string; model: string | null }, spent: ModelUsage) => Promise<void>
  /** Stores the cost of one model call that judged an answer for a correction. */
  judged: (agent: { tenantId: string; id: string }, spent: ModelUsage) => Promise<void>
  /** Stores the cost of a transcription. `seconds` is null if the length of the recording is unknown. */
  transcribed: (tx: Tx, sound: { tenantId: string; messageId: string; seconds: number | null; at: Date }) => Promise<void>
  /** Returns the channel's price for a message, in millionths of a real. Returns null if the price is unknown or no status has arrived. */
  ofMessage: (tx: Tx, tenantId: string, messageId: string) => Promise<number | null>
  /** Returns the monthly limit that agents have reached, or null. Emits a changed state, so that users are notified. */
  limit: (tx: Tx, tenantId: string) => Promise<ReachedLimit | null>
  /** Returns the average cost of an agent's recent answers, in millionths of a real. Returns null if none has a price above 0. */
  usual: (tx: Tx, tenantId: string, agentId: string) => Promise<number | null>
  /** Stores the amounts that Meta charged an account. */
  billed: (tx: Tx, tenantId: string, wabaId: string, bill: AccountBill) => Promise<void>
  /** Removes the references to an erased lead from its costs. The amounts stay in the sums. */
  forgetLead: (tx: Tx, tenantId: string, lead: LeadAndConversationIds) => Promise<void>
  exportLead: (tx: Tx, tenantId: string, lead: LeadAndConversationIds) => Promise<NonNullable<LeadExport['costs']>>
}

/** Ids of all rows of a lead and of its conversations. */
export interface LeadAndConversationIds {
  leadIds: readonly string[]
  conversationIds: readonly string[]
}
