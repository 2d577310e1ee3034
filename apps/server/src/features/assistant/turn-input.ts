import type { AgentType, MoneyQuestionTopic, OpeningHours } from '@prosa/contract/entities/agents/agent'
import type { WithheldReason } from '@prosa/contract/entities/agents/knowledge'
import { type Stage, stage } from '@prosa/contract/entities/conversations/conversation'
import type { MeetingChange } from '../calendar/ports.ts'
import type { KnowledgeAnswer, ReplyBasis } from '../knowledge/ports.ts'
import type { LeadPatch } from '../leads/ports.ts'

/**
 * A message of the lead. `type`: message type of the API, or 'audio_empty' or 'audio_lost' for a voice message without a transcript (see
 * turn/loading/stored-lead-message.ts).
 */
export interface LeadMessage {
  readonly content: string
  readonly type: string
  /** Whether the text was transcribed from a voice message. */
  readonly isTranscript?: boolean
  /** Filename, description and text of the attached file, as far as known. */
  readonly fileText?: string
}

/** Settings of an agent that users of the team wrote. */
export interface AgentBrief {
  readonly persona: string | null
  readonly instructions: string | null
  readonly never?: readonly string[]
  readonly hours: readonly OpeningHours[] | null
  readonly questions: readonly string[]
  /** Whether `questions` replaces the default questions of the agent type. */
  readonly replaceQuestions: boolean
  readonly asksFor: MoneyQuestionTopic
}

/** Upcoming meeting of the lead in the team's calendar. */
export interface Meeting {
  readonly id: string
  readonly title: string
  readonly start: Date
  readonly end: Date
}

export type LeadData = Record<'name' | 'company' | 'phone' | 'email', string | null>

/** Input of a reply engine (language model or playbook) for one turn. A turn is one answer to all new messages of the lead. */
export interface TurnInput {
  readonly agent: { readonly name: string; readonly type: AgentType; readonly company: string; readonly brief?: AgentBrief }
  readonly lead: Readonly<LeadData>
  /** `memory`: what the last turn stored. If it is invalid, only the safety guard's state is used. */
  readonly conversation: {
    readonly stage: string | null
    readonly memory: unknown
    /** Whether a user of the team wrote after the agent's last answer. */
    readonly hasUserAnswered?: boolean
  }
  /** Messages since the agent's last answer, oldest first. */
  readonly newMessages: readonly LeadMessage[]
  /** Upcoming meetings, earliest first. */
  readonly meetings?: readonly Meeting[]
  /** Requested meeting time at which the calendar is busy. `freeAlternative`: a free time nearby, or null. */
  readonly rejectedTime?: { readonly start: Date; readonly freeAlternative: Date | null }
  /** Answers of the knowledge base to questions in `newMessages`. */
  readonly knowledge?: readonly KnowledgeAnswer[]
  readonly now: Date
  readonly timeZone: string
}

/** Proposed result of a turn, from a reply engine or the safety guard. Without replies, nothing is sent. */
export interface TurnDraft {
  readonly replies: readonly string[]
  readonly stage: Stage
  readonly summary: string
  readonly statusMessage: string
  readonly leadPatch: LeadPatch
  readonly attention: { readonly reason: string } | null
  /** Meeting to cancel or move. Stored together with the turn; a background job then updates the calendar. */
  readonly meeting?: MeetingChange | undefined
  /** Pauses the agent for this lead. `until` null: until a user of the team resumes it. */
  readonly pause?: { readonly reason: string; readonly until: Date | null } | undefined
  /** Passages of the knowledge base that support the replies. */
  readonly basis?: readonly ReplyBasis[] | undefined
  /** Reasons why the reply check removed sentences. */
  readonly heldBack?: readonly WithheldReason[] | undefined
  /** Descriptions of the lead's files. */
  readonly lines?: readonly FileDescription[] | undefined
  /** Whether a file of the lead is a payment receipt. */
  readonly isReceipt?: boolean | undefined
}

/** One-line description of a file, written by the model. `seq`: sequence number of its message. */
export interface FileDescription {
  readonly seq: number
  readonly line: string
}

/** Metadata of a turn, stored with its messages. Only the first message contains token counts and cost; they cover the whole turn. */
export type TurnMeta =
  /** 'guard': the safety guard answered alone. 'playbook': the engine without a language model answered. */
  | { readonly engine: 'playbook' | 'guard' }
  | {
      readonly engine: 'model'
      readonly model?: string
      readonly inputTokens?: number | null
      readonly outputTokens?: number | null
      readonly cost?: number | null
      /** Called tools, in order. */
      readonly tools?: readonly string[]
    }

export interface EngineResult {
  readonly draft: TurnDraft
  readonly meta: TurnMeta
  /** Error that prevented an answer, for the log. */
  readonly failure?: Error
}

/** Parses the stored stage. Returns the first stage, 'conexao', if it is null or unknown. */
export const parseStage = (storedStage: string | null): Stage => {
  const parsed = stage.safeParse(storedStage)
  return parsed.success ? parsed.data : 'conexao'
}

/** Creates the draft of a turn without a reply engine. Stage and lead data stay unchanged. `reason`: reason to notify the team, or null. */
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
