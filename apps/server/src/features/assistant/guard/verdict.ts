import type { GuardMemory } from '../../../platform/leads/guard-memory.ts'
import type { ParsedMessages } from '../understanding/parse-messages.ts'
import type { GuardLog } from './guard-log.ts'

/** Circumstances that the safety guard considers besides the lead's messages. */
export interface GuardContext {
  readonly now: Date
  /** Whether a user of the team wrote to the lead after the agent's last answer. */
  readonly hasUserAnswered: boolean
  /** Whether the current time is within the team's opening hours. True if the team has none. */
  readonly isOpen: boolean
  /** Whether the agent (of type after-sales) first asks what happened before it hands over an angry lead or a water leak. */
  readonly asksBeforeHandOver: boolean
}

/**
 * The safety guard's decision on the lead's messages, made before a reply engine runs. `said`: sentences for the lead. `reason`: why the
 * team must attend to the conversation, or null.
 */
export type GuardVerdict =
  /** Only the guard answers; no reply engine runs. */
  | {
      readonly kind: 'answers'
      readonly reply: readonly string[]
      readonly attentionReason: string | null
      /** Whether the agent's unanswered question is dropped. */
      readonly dropsPendingQuestion: boolean
    }
  /** The conversation is handed over to a user of the team. The rule-based engine may still answer the lead's other questions. */
  | { readonly kind: 'hands_over'; readonly rule: string; readonly reply: readonly string[]; readonly attentionReason: string }
  /** The reply engine answers too, after the guard's sentence. The guard's reason takes precedence over the engine's. */
  | { readonly kind: 'goes_first'; readonly rule: string; readonly reply: string; readonly attentionReason: string }
  /** The reply engine answers too, in addition to the guard's sentences. */
  | {
      readonly kind: 'goes_along'
      readonly reply: readonly string[]
      readonly attentionReason: string | null
      /** Whether the engine must not ask a question. */
      readonly shouldOmitQuestion: boolean
      /** Status text of the conversation, or null to let the engine set it. */
      readonly status: string | null
    }

/** Result of the safety guard for the lead's messages of one turn: its decision, its new state, and its log. */
export interface GuardResult {
  readonly verdict: GuardVerdict | null
  readonly guard: GuardMemory
  readonly log: GuardLog
  /** Whether the lead was already waiting for a user of the team before these messages. The agent then asks no question. */
  readonly isWaitingForUser: boolean
  /** Whether these messages, a user's answer or elapsed time ended the guard's previous state. */
  readonly wasStateReset: boolean
  /** Whether the guard's answer is sent even when a usage limit would stop the agent: danger, opt-out and data requests. */
  readonly overridesLimits: boolean
}

/** Mutable state that the guard's rules share while they run. */
export interface GuardState {
  readonly parsedMessages: ParsedMessages
  readonly guardContext: GuardContext
  guard: GuardMemory
  log: GuardLog
  /** State that the lead's messages have ended: the reported danger, or the open question whether to stop messages. Null if none. */
  endedState: 'danger' | 'question' | null
}
