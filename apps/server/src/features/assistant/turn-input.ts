import type { AgentType, MoneyQuestionTopic, OpeningHours } from '@prosa/contract/entities/agents/agent'
import type { WithheldReason } from '@prosa/contract/entities/agents/knowledge'
import { type Stage, stage } from '@prosa/contract/entities/conversations/conversation'
import type { MeetingChange } from '../calendar/ports.ts'
import type { KnowledgeAnswer, ReplyBasis } from '../knowledge/ports.ts'
import type { LeadPatch } from '../leads/ports.ts'

/**
 * A message of the lead. `type`: message type of the contract, or 'audio_empty' or 'audio_lost' for a voice message that has no transcript
 * (turn/loading/stored-lead-message.ts).
 */
export interface LeadMessage {
  readonly content: string
  readonly type: string
  /** Whether the text is the transcript of a voice message. */
  readonly isTranscript?: boolean
  /** Filename, description and text of the attached file, as far as they are available. */
  readonly fileText?: string
}

/** Settings of an agent, written by users of the team: persona, instructions, forbidden phrases, opening hours, questions. */
export interface AgentBrief {
  readonly persona: string | null
  readonly instructions: string | null
  readonly never?: readonly string[]
  readonly hours: readonly OpeningHours[] | null
  readonly questions: readonly string[]
  /** Whether the questions of these settings replace the default questions of the agent type. */
  readonly replaceQuestions: boolean
  readonly asksFor: MoneyQuestionTopic
}

/** An upcoming meeting of the lead, as stored in the team's calendar. */
export interface Meeting {
  readonly id: string
  readonly title: string
  readonly start: Date
  readonly end: Date
}

/** Contact data of a lead. Unknown values are null. */
export type LeadData = Record<'name' | 'company' | 'phone' | 'email', string | null>

/** Complete input of a reply engine (language model or rule-based playbook) for one turn, that is, one answer of an agent to a lead. */
export interface TurnInput {
  readonly agent: { readonly name: string; readonly type: AgentType; readonly company: string; readonly brief?: AgentBrief }
  readonly lead: Readonly<LeadData>
  /** `memory`: memory of the conversation that the last turn stored. If it is invalid, only the state of the safety guard is used. */
  readonly conversation: {
    readonly stage: string | null
    readonly memory: unknown
    /** Whether a user of the team wrote to the lead after the agent's last answer. */
    readonly hasUserAnswered?: boolean
  }
  /** Messages that the lead wrote after the agent's last answer, oldest first. */
  readonly newMessages: readonly LeadMessage[]
  /** Upcoming meetings of the lead, earliest first. */
  readonly meetings?: readonly Meeting[]
  /** A new meeting time that the calendar rejected because it is busy. `free`: a free time nearby, or null if there is none. */
  readonly rejectedTime?: { readonly start: Date; readonly freeAlternative: Date | null }
  /** Answers that the knowledge base gives to the questions in `newMessages`. */
  readonly knowledge?: readonly KnowledgeAnswer[]
  readonly now: Date
  readonly timeZone: string
}

/**
 * Replies and changes that a reply engine proposes for a turn; the safety guard creates the draft if no engine runs. If `replies` is empty,
 * nothing is sent.
 */
export interface TurnDraft {
  readonly replies: readonly string[]
  readonly stage: Stage
  readonly summary: string
  readonly statusMessage: string
  readonly leadPatch: LeadPatch
  readonly attention: { readonly reason: string } | null
  /** Cancellation or new time of a meeting. It is stored together with the turn; a background job then updates the calendar. */
  readonly meeting?: MeetingChange | undefined
  /** Pause of the agent for this lead until `until`. If `until` is null, the pause lasts until a user of the team resumes the agent. */
  readonly pause?: { readonly reason: string; readonly until: Date | null } | undefined
  /** Passages of the knowledge base that support statements in the replies. */
  readonly basis?: readonly ReplyBasis[] | undefined
  /** Reasons why the reply check removed sentences from the replies. */
  readonly heldBack?: readonly WithheldReason[] | undefined
  /** Descriptions of the files that the lead sent, one per message. */
  readonly lines?: readonly FileDescription[] | undefined
  /** Whether one of the lead's files is a payment receipt. */
  readonly isReceipt?: boolean | undefined
}

/** A one-line description of a message's file, written by the language model. `seq`: sequence number of the message. */
export interface FileDescription {
  readonly seq: number
  readonly line: string
}

/**
 * Metadata stored with each message of a turn: the engine and, for a language model, its usage. Only the first message of a turn contains
 * token counts and cost; they are those of the whole turn.
 */
export type TurnMeta =
  /** 'guard': the safety guard answered and no reply engine ran. 'playbook': the rule-based engine answered. */
  | { readonly engine: 'playbook' | 'guard' }
  | {
      readonly engine: 'model'
      readonly model?: string
      readonly inputTokens?: number | null
      readonly outputTokens?: number | null
      readonly cost?: number | null
      /** Names of the tools that the model called, in the order of the calls. */
      readonly tools?: readonly string[]
    }

export interface EngineResult {
  readonly draft: TurnDraft
  readonly meta: TurnMeta
  /** Error that prevented an answer. It is only logged. */
  readonly failure?: Error
}

/** Parses the stored stage of a conversation. Returns the first stage, 'conexao', if the value is null or unknown. */
export const parseStage = (storedStage: string | null): Stage => {
  const parsed = stage.safeParse(storedStage)
  return parsed.success ? parsed.data : 'conexao'
}

/**
 * Creates the draft of a turn in which no reply engine runs. The stage and the lead's data stay unchanged. `reason`: why the team must
 * attend to the conversation; null if it need not.
 */
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
