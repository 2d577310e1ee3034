import type { GuardMemory } from '../../../platform/leads/guard-memory.ts'
import type { ParsedMessages } from '../understanding/parse-messages.ts'
import type { GuardLog } from './guard-log.ts'

/** Input of the guard besides the lead's messages. */
export interface GuardContext {
  readonly now: Date
  /** True if a user of the team wrote after the agent's last answer. */
  readonly personAnswered: boolean
  /** True if the team is within its opening hours or has none. */
  readonly isOpen: boolean
  /** True if an angry lead, or one with a water leak, is asked what happened before a user takes over. */
  readonly cares: boolean
}

/** The guard's decision on a lead's messages before an engine runs. `reason` calls the team. */
export type GuardVerdict =
  /** The guard answers alone; no engine runs. */
  | {
      readonly kind: 'answers'
      readonly said: readonly string[]
      readonly reason: string | null
      /** True if the pending question is dropped. */
      readonly drops: boolean
    }
  /** A user takes over. The rule-based engine adds answers to the rest. */
  | { readonly kind: 'hands_over'; readonly rule: string; readonly said: readonly string[]; readonly reason: string }
  /** The engine answers too, after the guard's words. The guard's reason has priority. */
  | { readonly kind: 'goes_first'; readonly rule: string; readonly said: string; readonly reason: string }
  /** The engine answers too, beside the guard's words. */
  | {
      readonly kind: 'goes_along'
      readonly said: readonly string[]
      readonly reason: string | null
      /** True if no question follows. */
      readonly asksNothing: boolean
      /** Status of the conversation, if it is clear. */
      readonly status: string | null
    }

/** Result of the guard for a lead's messages. */
export interface GuardResult {
  readonly verdict: GuardVerdict | null
  readonly guard: GuardMemory
  readonly log: GuardLog
  /** True if a user was promised before these messages and has not answered yet. The agent then asks nothing. */
  readonly isAwaited: boolean
  /** True if these messages or the time ended the guard's earlier state. */
  readonly isRelieved: boolean
  /** True if the answer is sent even when limits would stop the agent: danger, requests for no more messages, data requests. */
  readonly outranksPace: boolean
}

/** Mutable state while the rules run. */
export interface GuardState {
  readonly understood: ParsedMessages
  readonly moment: GuardContext
  guard: GuardMemory
  log: GuardLog
  /** The danger or question that the lead's messages have ended. */
  calmed: 'danger' | 'question' | null
}
