import type { AgentType } from '@prosa/contract/entities/agents/agent'
import type { Stage } from '@prosa/contract/entities/conversations/conversation'
import type { Attachment } from '@prosa/contract/entities/conversations/message'
import type { DemoMeeting } from './parse-meeting.ts'

export interface DemoStaff {
  readonly id: string
  readonly name: string
}

export interface DemoMessage {
  /** 'humano': written by the lead; 'AI': written by the agent or a user. */
  readonly role: 'humano' | 'AI'
  readonly type: string
  readonly content: string
  readonly at: Date
  readonly manual: boolean
  /** User who wrote the message. Null if the lead or the agent wrote it. */
  readonly sender: DemoStaff | null
  readonly attachment: Attachment | null
  readonly transcript?: string | undefined
  /** How many messages before this one the answered message is. Set only for a reply to a quoted message. */
  readonly replyDistance?: number | undefined
  readonly reaction?: { readonly emoji: string; readonly person: string } | undefined
  /** Advertisement on which the lead clicked before writing this message. */
  readonly ad?: { readonly headline: string; readonly body: string } | undefined
}

export interface DemoLead {
  readonly name: string
  readonly company: string | null
  readonly phone: string
  readonly email: string | null
  readonly origin: string
  readonly createdAt: Date
  readonly archive: boolean
  readonly pause: { readonly by: DemoStaff; readonly reason: string; readonly at: Date } | null
}

export interface DemoConversation {
  readonly lead: DemoLead
  readonly stage: Stage
  readonly status: 'active' | 'closed'
  readonly statusMessage: string
  readonly summary: string
  readonly attentionReason: string | null
  readonly meeting: DemoMeeting | null
  /** Number of the lead's newest messages that no user has read. */
  readonly unread: number
  /** Messages, oldest first. */
  readonly messages: readonly DemoMessage[]
}

export interface DemoAgent {
  readonly name: string
  readonly type: AgentType
  readonly conversations: readonly DemoConversation[]
}

export interface DemoTenant {
  readonly domain: string
  /** Agents in the order SDR, CLOSER, POS_VENDA. */
  readonly agents: readonly DemoAgent[]
}
