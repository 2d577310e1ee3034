import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { BudgetLimitAction } from '@prosa/contract/entities/reports/cost'
import type { Tx } from '../../platform/database/database.ts'
import type { ModelUsage } from '../../platform/external-services/language-model.ts'
import type { AccountBill } from '../../platform/external-services/whatsapp-api.ts'

/** Message sent through Meta (WhatsApp), with the result of all its status reports. */
export interface MetaCharge {
  tenantId: string
  messageId: string
  numberId: string
  /** Price category of the message, as reported by Meta. */
  category: string
  /** Price type, as reported by Meta; some types are free. */
  type: string | null
  /** `sent`: the message was sent, but its delivery is not known yet. */
  deliveryResult: 'sent' | 'arrived' | 'failed'
}

/** Language model usage of an agent for an answer that produced no message. */
export interface UnansweredTurn extends ModelUsage {
  tenantId: string
  conversationId: string
  outcome: string
}

/** Monthly cost limit that an organisation's agents have reached. */
export interface ReachedLimit {
  atLimit: BudgetLimitAction
  brl: number
}

/** Functions of the costs feature that other features call, mostly in the transaction that causes the cost. */
export interface Costs {
  /** Stores the price of a sent message. Repeated calls with later status reports update the same row. */
  storeMessagePrice: (tx: Tx, charge: MetaCharge) => Promise<void>
  /** Stores the language model cost of an agent's answer, which is attributed to a message of that answer. */
  recordAnsweredTurn: (
    tx: Tx,
    turn: ModelUsage & { tenantId: string; messageId: string; model: string | null; at: Date },
  ) => Promise<void>
  /** Stores the language model cost of an agent's answer that failed, was cancelled or produced no message. */
  recordUnansweredTurn: (turn: UnansweredTurn) => Promise<void>
  /** Stores the language model cost of previewing an agent. This cost belongs to no lead. */
  recordPreview: (agent: { tenantId: string; id: string; model: string | null }, usage: ModelUsage) => Promise<void>
  /** Stores the cost of a model request that judged an agent's answer in a check of corrections. */
  recordJudgement: (agent: { tenantId: string; id: string }, usage: ModelUsage) => Promise<void>
  /** Stores the cost of transcribing a voice message. `seconds`: length of the audio, null if unknown. */
  recordTranscription: (
    tx: Tx,
    transcription: { tenantId: string; messageId: string; seconds: number | null; at: Date },
  ) => Promise<void>
  /** Returns the price of a sent message in millionths of a real. Returns null if the price is unknown or no status report has arrived. */
  getMessageCharge: (tx: Tx, tenantId: string, messageId: string) => Promise<number | null>
  /** Returns the monthly limit if agents have reached it, otherwise null. Also notifies clients of a changed budget state. */
  getReachedLimit: (tx: Tx, tenantId: string) => Promise<ReachedLimit | null>
  /** Returns the average cost of an agent's recent answers in millionths of a real. Returns null if no answer has a price above 0. */
  getAverageReplyCost: (tx: Tx, tenantId: string, agentId: string) => Promise<number | null>
  /** Stores the amounts that Meta billed for a WhatsApp Business account. */
  storeBill: (tx: Tx, tenantId: string, wabaId: string, bill: AccountBill) => Promise<void>
  /** Removes the references to an erased lead from its costs. The amounts still count in all sums. */
  anonymizeLead: (tx: Tx, tenantId: string, lead: LeadAndConversationIds) => Promise<void>
  exportLead: (tx: Tx, tenantId: string, lead: LeadAndConversationIds) => Promise<NonNullable<LeadExport['costs']>>
}

/** Ids of all rows of a lead and of its conversations. A lead has several rows if others were merged into it. */
export interface LeadAndConversationIds {
  leadIds: readonly string[]
  conversationIds: readonly string[]
}
