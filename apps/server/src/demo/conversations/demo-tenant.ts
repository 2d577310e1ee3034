import type { AgentType } from '@prosa/contract/entities/agents/agent'
import type { Stage } from '@prosa/contract/entities/conversations/conversation'
import type { Attachment } from '@prosa/contract/entities/conversations/message'
import type { DemoMeeting } from './parse-meeting.ts'

export interface DemoStaff {
  readonly id: string
  readonly name: string
}

export interface DemoMessage {
  /** 'humano' is the lead. */
  readonly role: 'humano' | 'AI'
  readonly type: string
  readonly content: string
  readonly at: Date
  readonly manual: boolean
  /** Author of a manual message. */
  readonly sender: DemoStaff | null
  readonly attachment: Attachment | null
  /** Transcript of a voice message, if there is one. */
  readonly transcript?: string | undefined
  /** Distance in messages to the earlier message that this one answers. */
  readonly replyDistance?: number | undefined
  /** Reaction of a user of the team. */
  readonly reaction?: { readonly emoji: string; readonly person: string } | undefined
  /** The advertisement from which the message came. */
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
  /** Number of the lead's newest messages that all users have not read. */
  readonly unread: number
  /** Messages, oldest first. The agent has processed all of them. */
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
