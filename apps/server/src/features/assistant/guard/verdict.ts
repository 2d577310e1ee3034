import type { GuardMemory } from '../../../platform/leads/guard-memory.ts'
import type { ParsedMessages } from '../understanding/parse-messages.ts'
import type { GuardLog } from './guard-log.ts'

/** Input of the safety guard besides the lead's messages. */
export interface GuardContext {
  readonly now: Date
  /** Whether a user of the team wrote after the agent's last answer. */
  readonly hasUserAnswered: boolean
  /** Whether it is within the team's opening hours. True if none are set. */
  readonly isOpen: boolean
  /** Whether the agent asks what happened before it hands over an angry lead or a water leak. True for after-sales. */
  readonly asksBeforeHandOver: boolean
}

/**
 * Decision of the safety guard, made before a reply engine runs. `reply`: sentences for the lead. `attentionReason`: reason to notify the
 * team, or null.
 */
export type GuardVerdict =
  /** Only the guard answers. */
  | {
      readonly kind: 'answers'
      readonly reply: readonly string[]
      readonly attentionReason: string | null
      /** Whether the agent's open question is dropped. */
      readonly dropsPendingQuestion: boolean
    }
  /** A user of the team takes over. The playbook engine may still answer other questions. */
  | { readonly kind: 'hands_over'; readonly rule: string; readonly reply: readonly string[]; readonly attentionReason: string }
  /** The engine answers after the guard's sentence. The guard's reason for attention takes precedence. */
  | { readonly kind: 'goes_first'; readonly rule: string; readonly reply: string; readonly attentionReason: string }
  /** The engine answers too. The guard only adds sentences, and may forbid a question. */
  | {
      readonly kind: 'goes_along'
      readonly reply: readonly string[]
      readonly attentionReason: string | null
      /** Whether the engine must ask no question. */
      readonly shouldOmitQuestion: boolean
      /** Status for the team. Null lets the engine set it. */
      readonly status: string | null
    }

/** Result of the safety guard for one turn. */
export interface GuardResult {
  readonly verdict: GuardVerdict | null
  readonly guard: GuardMemory
  readonly log: GuardLog
  /** Whether the lead already waited for a user of the team. The agent then asks no question. */
  readonly isWaitingForUser: boolean
  /** Whether the previous guard state ended in this turn. */
  readonly wasStateReset: boolean
  /** Whether the guard's answer is sent even if a limit would stop the agent: danger, opt-out, data protection. */
  readonly overridesLimits: boolean
}

/** Mutable state that the guard rules share. */
export interface GuardState {
  readonly parsedMessages: ParsedMessages
  readonly guardContext: GuardContext
  guard: GuardMemory
  log: GuardLog
  /** State that these messages ended: the danger, or the question whether to stop. Null if none. */
  endedState: 'danger' | 'question' | null
}
