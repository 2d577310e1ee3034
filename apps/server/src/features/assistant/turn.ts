import type { AgentType, AsksFor, OpenHours } from '@prosa/contract/entities/agent'
import { type Stage, stage } from '@prosa/contract/entities/conversation'
import * as z from 'zod/mini'

/** One message of the lead; `type` as in the contract's message. */
export interface LeadMessage {
  readonly content: string
  readonly type: string
}

/** What staff told the agent to be and do. */
export interface AgentBrief {
  readonly persona: string | null
  readonly instructions: string | null
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

/** What becomes of one of them: another time, or null where it is called off. */
export interface MeetingChange {
  readonly id: string
  readonly to: { readonly start: Date; readonly end: Date } | null
  /** What the lead was told of it: 'mudada para quinta, 26/11, às 15h'. The team reads it where the change turns out to be refused. */
  readonly told: string
}

/** All that a playbook may know when it answers: one lead, one agent, nothing else. */
export interface TurnInput {
  readonly agent: { readonly name: string; readonly type: AgentType; readonly company: string; readonly brief?: AgentBrief }
  readonly lead: {
    readonly name: string | null
    readonly company: string | null
    readonly phone: string | null
    readonly email: string | null
  }
  /** `state` is what the last decision returned; anything else starts afresh. */
  readonly conversation: {
    readonly stage: string | null
    readonly state: unknown
    /** True: a person of the team wrote after the agent's last answer. */
    readonly personAnswered?: boolean
  }
  /** The lead's messages since the last answer, oldest first. */
  readonly newMessages: readonly LeadMessage[]
  /** The lead's meetings ahead, the next one first. */
  readonly meetings?: readonly Meeting[]
  /** A time that a meeting was to be moved to, and cannot: the calendar holds something else then. `free`: one near it that it can. */
  readonly taken?: { readonly start: Date; readonly free: Date | null }
  readonly now: Date
  readonly timeZone: string
}

export interface LeadPatch {
  name?: string
  company?: string
  email?: string
  phone?: string
}

/** What the agent says and notes; empty `replies` means that silence is the answer. */
export interface TurnDecision {
  readonly replies: readonly string[]
  readonly stage: Stage
  readonly summary: string
  readonly statusMessage: string
  readonly leadPatch: LeadPatch
  readonly attention: { readonly reason: string } | null
  /** Written with the turn; the calendar follows. */
  readonly meeting?: MeetingChange | undefined
  readonly state: TurnState
}

/** How a part of a turn came to be, kept with its message. Only the first part carries what the whole turn took. */
export type TurnMeta =
  | { readonly engine: 'playbook' }
  | {
      readonly engine: 'model'
      readonly model?: string
      readonly inputTokens?: number | null
      readonly outputTokens?: number | null
      readonly cost?: number | null
      /** Names of the tools it used, in order. */
      readonly tools?: readonly string[]
    }

export interface Decided {
  readonly decision: TurnDecision
  readonly meta: TurnMeta
  /** Why there is no answer, for the log. */
  readonly failure?: Error
}

const text = z.string().check(z.maxLength(300))
const counters = z.record(z.string(), z.int())

/** The playbook's memory of one conversation, kept by the server as opaque JSON. */
export const turnState = z.object({
  version: z.literal(1),
  greeted: z.boolean(),
  /** What the lead said, by topic. */
  facts: z.record(z.string(), text),
  /** The topic of the question that waits for an answer. */
  pending: z.nullable(z.string()),
  /** How often each topic was asked, and how often each bank of phrases was used: nothing is said twice alike. */
  asked: counters,
  used: counters,
  skipped: z.array(z.string()),
  /** Turns in a row that were not understood. */
  misses: z.int(),
  /** Questions of the lead that only the team can answer. */
  questions: z.array(text),
  /** Why a person was called, while the agent still waits for one. */
  called: z.nullable(text),
  concluded: z.boolean(),
  /** The lead asked not to be written to. */
  stopped: z.boolean(),
  /** How many replies the last decision had, and those of them that were not written yet. */
  parts: z.int(),
  unsent: z.array(z.string()),
})
export type TurnState = z.infer<typeof turnState>

const fresh = (): TurnState => ({
  version: 1,
  greeted: false,
  facts: {},
  pending: null,
  asked: {},
  used: {},
  skipped: [],
  misses: 0,
  questions: [],
  called: null,
  concluded: false,
  stopped: false,
  parts: 0,
  unsent: [],
})

/** The kept state as a copy that may be changed; what does not parse starts afresh. */
export const readState = (kept: unknown): TurnState => {
  const parsed = turnState.safeParse(kept)
  return parsed.success ? structuredClone(parsed.data) : fresh()
}

/** The conversation's stage; a stage of nobody's knowing counts as the first. */
export const readStage = (kept: string | null): Stage => {
  const parsed = stage.safeParse(kept)
  return parsed.success ? parsed.data : 'conexao'
}
