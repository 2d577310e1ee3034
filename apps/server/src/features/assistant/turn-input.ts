import type { AgentType, MoneyQuestionTopic, OpeningHours } from '@prosa/contract/entities/agents/agent'
import type { WithheldReason } from '@prosa/contract/entities/agents/knowledge'
import { type Stage, stage } from '@prosa/contract/entities/conversations/conversation'
import type { MeetingChange } from '../calendar/ports.ts'
import type { KnowledgeAnswer, ReplyBasis } from '../knowledge/ports.ts'
import type { LeadPatch } from '../leads/ports.ts'

/** A message of the lead. `type` is that of the contract's message, or a type for an audio message without text (turn/loading/stored-lead-message.ts). */
export interface LeadMessage {
  readonly content: string
  readonly type: string
  /** True if the text is the transcript of a voice message. */
  readonly spoken?: boolean
  /** Filename and content of a file: its text, or the description of an image, as far as known. */
  readonly about?: string
}

/** Settings of an agent that staff wrote. */
export interface AgentBrief {
  readonly persona: string | null
  readonly instructions: string | null
  readonly never?: readonly string[]
  readonly hours: readonly OpeningHours[] | null
  readonly questions: readonly string[]
  /** True if the agent's own questions replace those of its type. */
  readonly replaceQuestions: boolean
  readonly asksFor: MoneyQuestionTopic
}

/** An upcoming meeting of the lead, as it is in the team's calendar. */
export interface Meeting {
  readonly id: string
  readonly title: string
  readonly start: Date
  readonly end: Date
}

/** Contact data of a lead. Null for unknown values. */
export type LeadData = Record<'name' | 'company' | 'phone' | 'email', string | null>

/** Complete input of an engine for one turn: one lead and one agent. */
export interface TurnInput {
  readonly agent: { readonly name: string; readonly type: AgentType; readonly company: string; readonly brief?: AgentBrief }
  readonly lead: Readonly<LeadData>
  /** `memory` is the memory of the last decision. Invalid memory counts as empty. */
  readonly conversation: {
    readonly stage: string | null
    readonly memory: unknown
    /** True if a user of the team wrote after the agent's last answer. */
    readonly personAnswered?: boolean
  }
  /** Messages of the lead since the last answer, oldest first. */
  readonly newMessages: readonly LeadMessage[]
  /** Upcoming meetings of the lead, earliest first. */
  readonly meetings?: readonly Meeting[]
  /** A time to which a meeting could not be moved because the calendar is busy. `free`: a nearby free time, or null. */
  readonly taken?: { readonly start: Date; readonly free: Date | null }
  /** Answers of the knowledge base to questions in the new messages. */
  readonly knowledge?: readonly KnowledgeAnswer[]
  readonly now: Date
  readonly timeZone: string
}

/** Replies and changes that an engine, or the guard in its place, proposes. Empty `replies` mean that nothing is sent. */
export interface TurnDraft {
  readonly replies: readonly string[]
  readonly stage: Stage
  readonly summary: string
  readonly statusMessage: string
  readonly leadPatch: LeadPatch
  readonly attention: { readonly reason: string } | null
  /** Change of a meeting, stored with the turn. A job updates the calendar. */
  readonly meeting?: MeetingChange | undefined
  /** Pauses the agent for this lead until `until`, or until a user resumes it if `until` is null. */
  readonly pause?: { readonly reason: string; readonly until: Date | null } | undefined
  /** Sources in the knowledge base of statements in the replies. */
  readonly basis?: readonly ReplyBasis[] | undefined
  /** Reasons why parts of the replies were removed. */
  readonly heldBack?: readonly WithheldReason[] | undefined
  /** Descriptions of the lead's files, by message sequence number. */
  readonly lines?: readonly FileDescription[] | undefined
  /** True if one of the files is a payment receipt. */
  readonly isReceipt?: boolean | undefined
}

/** A model's one-line description of the file of a message. */
export interface FileDescription {
  readonly seq: number
  readonly line: string
}

/** Origin of a part of a turn, stored with its message. Only the first part contains the usage of the whole turn. */
export type TurnMeta =
  /** 'guard': no engine ran. 'playbook': the rule-based engine. */
  | { readonly engine: 'playbook' | 'guard' }
  | {
      readonly engine: 'model'
      readonly model?: string
      readonly inputTokens?: number | null
      readonly outputTokens?: number | null
      readonly cost?: number | null
      /** Names of the tools that the model called, in order. */
      readonly tools?: readonly string[]
    }

export interface EngineResult {
  readonly draft: TurnDraft
  readonly meta: TurnMeta
  /** Error because of which there is no answer, for the log. */
  readonly failure?: Error
}

/** Parses a conversation's stage. An unknown stage becomes the first one. */
export const parseStage = (kept: string | null): Stage => {
  const parsed = stage.safeParse(kept)
  return parsed.success ? parsed.data : 'conexao'
}

/** Returns a draft for a turn without an engine. Stage and lead data stay unchanged. */
export function createStoppedDraft(
  { conversation }: Pick<TurnInput, 'conversation'>,
  replies: readonly string[],
  { reason, status = '', pause }: { reason: string | null; status?: string; pause?: TurnDraft['pause'] },
): TurnDraft {
  return {
    replies,
    stage: parseStage(conversation.stage),
    summary: '',
    statusMessage: status,
    leadPatch: {},
    attention: reason === null ? null : { reason },
    ...(pause ? { pause } : {}),
  }
}
