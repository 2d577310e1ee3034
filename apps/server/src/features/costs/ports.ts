import type { AtLimit } from '@prosa/contract/entities/cost'
import type { LeadExport } from '@prosa/contract/entities/lead-export'
import type { Tx } from '../../kernel/db/database.ts'
import type { ModelSpent } from '../../kernel/language-model.ts'
import type { Bill } from '../../kernel/whatsapp.ts'

/** A message that has left by Meta, as its statuses tell of it together. */
export interface MetaCharge {
  tenantId: string
  messageId: string
  numberId: string
  /** What Meta counts it as, and whether it is free by that. */
  category: string
  type: string | null
  /** `sent`: whether it arrives is not known yet. */
  fate: 'sent' | 'arrived' | 'failed'
}

/** A turn whose model was asked, and of which no message came. */
export interface UnansweredTurn extends ModelSpent {
  tenantId: string
  conversationId: string
  outcome: string
}

/** A limit of the month that agents have come to. */
export interface LimitReached {
  atLimit: AtLimit
  /** In reais. */
  brl: number
}

/** What others have noted as a cost, each within the transaction of its cause; nobody else writes them. */
export interface Costs {
  /** Prices a message by all that is told of it; told again, or otherwise, it is the same row. */
  charge: (tx: Tx, charge: MetaCharge) => Promise<void>
  /** What the turn took that said this message. */
  answered: (tx: Tx, turn: ModelSpent & { tenantId: string; messageId: string; model: string | null; at: Date }) => Promise<void>
  /** What a turn took that failed, was called off or said nothing. */
  unanswered: (turn: UnansweredTurn) => Promise<void>
  /** What a try of an agent took, which has no lead. */
  tried: (agent: { tenantId: string; id: string; model: string | null }, spent: ModelSpent) => Promise<void>
  /** What one call took that judged an answer to a corrected turn. */
  judged: (agent: { tenantId: string; id: string }, spent: ModelSpent) => Promise<void>
  /** A sound that was made text. `seconds` null: its length is not known. */
  transcribed: (tx: Tx, sound: { tenantId: string; messageId: string; seconds: number | null; at: Date }) => Promise<void>
  /** What its channel asks for a message, in millionths of a real; null: nobody knows the price, or nothing was told of it. */
  ofMessage: (tx: Tx, tenantId: string, messageId: string) => Promise<number | null>
  /** The limit that agents have come to in this month; null: none. Tells people of it. */
  limit: (tx: Tx, tenantId: string) => Promise<LimitReached | null>
  /** What an answer of an agent cost lately on average, in millionths of a real; null: nobody knows, or nothing. */
  usual: (tx: Tx, tenantId: string, agentId: string) => Promise<number | null>
  /** What Meta says that an account cost. */
  billed: (tx: Tx, tenantId: string, wabaId: string, bill: Bill) => Promise<void>
  /** What an erased lead cost stays in the sums, and tells of nobody. */
  forgetLead: (tx: Tx, tenantId: string, lead: LeadWithTalk) => Promise<void>
  exportLead: (tx: Tx, tenantId: string, lead: LeadWithTalk) => Promise<NonNullable<LeadExport['costs']>>
}

/** All rows of a lead, and its conversations. */
export interface LeadWithTalk {
  leadIds: readonly string[]
  conversationIds: readonly string[]
}
