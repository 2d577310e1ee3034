import type { AgentType } from '@prosa/contract/entities/agent'
import type { Stage } from '@prosa/contract/entities/conversation'
import type { Attachment } from '@prosa/contract/entities/message'
import type { DemoMeeting } from './meeting.ts'

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
  /** Who wrote a manual message. */
  readonly sender: DemoStaff | null
  readonly attachment: Attachment | null
  /** What is said in its sound, where somebody wrote it down. */
  readonly said?: string | undefined
  /** How many messages before it the one is that it answers. */
  readonly answers?: number | undefined
  /** What a person of the team has reacted with. */
  readonly reaction?: { readonly emoji: string; readonly person: string } | undefined
  /** The advertisement that it came from. */
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
  /** The newest so many messages of the lead are unread by everyone; the rest is read. */
  readonly unread: number
  /** Oldest first; all of them count as dealt with by the agent. */
  readonly messages: readonly DemoMessage[]
}

export interface DemoAgent {
  readonly name: string
  readonly type: AgentType
  readonly conversations: readonly DemoConversation[]
}

export interface DemoTenant {
  readonly domain: string
  /** In the order SDR, CLOSER, POS_VENDA. */
  readonly agents: readonly DemoAgent[]
}
