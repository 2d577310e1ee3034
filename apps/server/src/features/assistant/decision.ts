import type { AgentType, AsksFor, OpenHours } from '@prosa/contract/entities/agent'
import { type Stage, stage } from '@prosa/contract/entities/conversation'
import type { HeldBack } from '@prosa/contract/entities/knowledge'
import type { MeetingChange } from '../calendar/ports.ts'
import type { Answer, Basis } from '../knowledge/ports.ts'
import type { LeadPatch } from '../leads/ports.ts'

/** One message of the lead; `type` as in the contract's message, or one of a sound that was not heard (turn/sounds.ts). */
export interface LeadMessage {
  readonly content: string
  readonly type: string
  /** True: a text that was said, and written down by a transcriber. */
  readonly spoken?: boolean
  /** Of a file: what it is called, and what it says or shows, as far as anybody has looked. */
  readonly about?: string
}

/** What staff told the agent to be and do. */
export interface AgentBrief {
  readonly persona: string | null
  readonly instructions: string | null
  readonly never?: readonly string[]
  readonly hours: readonly OpenHours[] | null
  readonly questions: readonly string[]
  /** True: the agent's own questions stand in the place of its type's. */
  readonly replaceQuestions: boolean
  readonly asksFor: AsksFor
}

/** A meeting that the lead has ahead, as it stands in the team's calendar. */
export interface Meeting {
  readonly id: string
  readonly title: string
  readonly start: Date
  readonly end: Date
}

/** What is known of who a lead is. */
export type LeadData = Record<'name' | 'company' | 'phone' | 'email', string | null>

/** All that an engine may know when it answers: one lead, one agent, nothing else. */
export interface TurnInput {
  readonly agent: { readonly name: string; readonly type: AgentType; readonly company: string; readonly brief?: AgentBrief }
  readonly lead: Readonly<LeadData>
  /** `memory` is what the last decision returned; anything else starts afresh. */
  readonly conversation: {
    readonly stage: string | null
    readonly memory: unknown
    /** True: a person of the team wrote after the agent's last answer. */
    readonly personAnswered?: boolean
  }
  /** The lead's messages since the last answer, oldest first. */
  readonly newMessages: readonly LeadMessage[]
  /** The lead's meetings ahead, the next one first. */
  readonly meetings?: readonly Meeting[]
  /** A time that a meeting was to be moved to, and cannot: the calendar holds something else then. `free`: one near it that it can. */
  readonly taken?: { readonly start: Date; readonly free: Date | null }
  /** What the organisation's knowledge has to questions of these messages. */
  readonly knowledge?: readonly Answer[]
  readonly now: Date
  readonly timeZone: string
}

/** What an engine, or the guard in its place, says and notes; empty `replies` means that silence is the answer. */
export interface Draft {
  readonly replies: readonly string[]
  readonly stage: Stage
  readonly summary: string
  readonly statusMessage: string
  readonly leadPatch: LeadPatch
  readonly attention: { readonly reason: string } | null
  /** Written with the turn; the calendar follows. */
  readonly meeting?: MeetingChange | undefined
  /** Silences the agent for this lead; `until` null: till somebody lets it go on. */
  readonly pause?: { readonly reason: string; readonly until: Date | null } | undefined
  /** What of the replies was taken from the knowledge, and from where. */
  readonly basis?: readonly Basis[] | undefined
  /** Why something of it was not said. */
  readonly heldBack?: readonly HeldBack[] | undefined
  /** What files of the lead are about, by their places. */
  readonly lines?: readonly FileLine[] | undefined
  /** True: one of them is a receipt. */
  readonly isReceipt?: boolean | undefined
}

/** What a model says that a file is about. */
export interface FileLine {
  readonly seq: number
  readonly line: string
}

/** How a part of a turn came to be, kept with its message. Only the first part carries what the whole turn took. */
export type TurnMeta =
  /** 'guard': no engine was asked; 'playbook' is the written one. */
  | { readonly engine: 'playbook' | 'guard' }
  | {
      readonly engine: 'model'
      readonly model?: string
      readonly inputTokens?: number | null
      readonly outputTokens?: number | null
      readonly cost?: number | null
      /** Names of the tools it used, in order. */
      readonly tools?: readonly string[]
    }

export interface Drafted {
  readonly draft: Draft
  readonly meta: TurnMeta
  /** Why there is no answer, for the log. */
  readonly failure?: Error
}

/** The conversation's stage; a stage of nobody's knowing counts as the first. */
export const readStage = (kept: string | null): Stage => {
  const parsed = stage.safeParse(kept)
  return parsed.success ? parsed.data : 'conexao'
}

/** A turn that asks no engine: all that is known stays as it is. */
export function stopped(
  { conversation }: Pick<TurnInput, 'conversation'>,
  replies: readonly string[],
  { reason, status = '', pause }: { reason: string | null; status?: string; pause?: Draft['pause'] },
): Draft {
  return {
    replies,
    stage: readStage(conversation.stage),
    summary: '',
    statusMessage: status,
    leadPatch: {},
    attention: reason === null ? null : { reason },
    ...(pause ? { pause } : {}),
  }
}
