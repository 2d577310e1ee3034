import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { BudgetLimitAction } from '@prosa/contract/entities/reports/cost'
import type { Tx } from '../../platform/database/database.ts'
import type { ModelUsage } from '../../platform/external-services/language-model.ts'
import type { AccountBill } from '../../platform/external-services/whatsapp-api.ts'

/** A message sent through Meta, as described by all its status reports together. */
export interface MetaCharge {
  tenantId: string
  messageId: string
  numberId: string
  /** Price category and type, as Meta reports them. Some types are free. */
  category: string
  type: string | null
  /** Delivery result. `sent`: not known yet. */
  deliveryResult: 'sent' | 'arrived' | 'failed'
}

/** Language model usage of a turn (reply of an agent) that produced no message. */
export interface UnansweredTurn extends ModelUsage {
  tenantId: string
  conversationId: string
  outcome: string
}

/** A monthly cost limit that an organisation's agents have reached. */
export interface ReachedLimit {
  atLimit: BudgetLimitAction
  /** Amount of the limit in reais. */
  brl: number
}

/**
 * Operations on costs for other features. Each runs in the transaction that causes the cost. Only the costs feature itself writes the cost
 * tables.
 */
export interface Costs {
  /** Stores the price of a sent message, based on all its status reports. Repeated calls update the same row. */
  storeMessagePrice: (tx: Tx, charge: MetaCharge) => Promise<void>
  /** Stores the language model cost of the turn (reply) that produced a message. */
  recordAnsweredTurn: (
    tx: Tx,
    turn: ModelUsage & { tenantId: string; messageId: string; model: string | null; at: Date },
  ) => Promise<void>
  /** Stores the language model cost of a turn that failed, was cancelled or produced no message. */
  recordUnansweredTurn: (turn: UnansweredTurn) => Promise<void>
  /** Stores the language model cost of testing an agent. Such a cost belongs to no lead. */
  recordPreview: (agent: { tenantId: string; id: string; model: string | null }, usage: ModelUsage) => Promise<void>
  /** Stores the cost of one model request that judged an answer in a check of corrections. */
  recordJudgement: (agent: { tenantId: string; id: string }, usage: ModelUsage) => Promise<void>
  /** Stores the cost of a transcription. `seconds`: length of the audio, null if unknown. */
  recordTranscription: (
    tx: Tx,
    transcription: { tenantId: string; messageId: string; seconds: number | null; at: Date },
  ) => Promise<void>
  /**
   * Returns the channel's price for a message, in millionths of a real. Returns null if the price is unknown or no status report has
   * arrived.
   */
  getMessageCharge: (tx: Tx, tenantId: string, messageId: string) => Promise<number | null>
  /** Returns the monthly limit if agents have reached it, otherwise null. Emits a changed budget state, so that users are notified. */
  getReachedLimit: (tx: Tx, tenantId: string) => Promise<ReachedLimit | null>
  /** Returns the average cost of an agent's recent replies, in millionths of a real. Returns null if no reply has a price above 0. */
  getAverageReplyCost: (tx: Tx, tenantId: string, agentId: string) => Promise<number | null>
  /** Stores the amounts that Meta charged a WhatsApp Business account. */
  storeBill: (tx: Tx, tenantId: string, wabaId: string, bill: AccountBill) => Promise<void>
  /** Removes the references to an erased lead from its costs. The amounts still count in all sums. */
  anonymizeLead: (tx: Tx, tenantId: string, lead: LeadAndConversationIds) => Promise<void>
  exportLead: (tx: Tx, tenantId: string, lead: LeadAndConversationIds) => Promise<NonNullable<LeadExport['costs']>>
}

/** Ids of a lead's rows and of its conversations. */
export interface LeadAndConversationIds {
  leadIds: readonly string[]
  conversationIds: readonly string[]
}
