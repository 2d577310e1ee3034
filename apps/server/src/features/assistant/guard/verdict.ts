import type { GuardMemory } from '../../../kernel/guard-memory.ts'
import type { Understood } from '../understanding/understand.ts'
import type { GuardLog } from './log.ts'

/** What the guard takes of the moment besides the lead's words. */
export interface Moment {
  readonly now: Date
  /** True: a person of the team wrote after the agent's last answer. */
  readonly personAnswered: boolean
  /** True: the team keeps its hours now, or has none. */
  readonly isOpen: boolean
  /** True: a lead that is angry, or has water in the house, is asked what happened before a person takes over. */
  readonly cares: boolean
}

/** What is said and done to a burst before an engine is asked. `reason` calls the team. */
export type Verdict =
  /** The guard's own answer: no engine is asked. */
  | {
      readonly kind: 'answers'
      readonly said: readonly string[]
      readonly reason: string | null
      /** True: what was asked waits no more. */
      readonly drops: boolean
    }
  /** A person takes over; the written engine adds what else it understood. */
  | { readonly kind: 'hands_over'; readonly rule: string; readonly said: readonly string[]; readonly reason: string }
  /** The engine goes on behind the guard's words, which outweigh its own. */
  | { readonly kind: 'goes_first'; readonly rule: string; readonly said: string; readonly reason: string }
  /** The engine goes on beside the guard's words. */
  | {
      readonly kind: 'goes_along'
      readonly said: readonly string[]
      readonly reason: string | null
      /** True: no question follows. */
      readonly asksNothing: boolean
      /** How the talk stands, where that is plain. */
      readonly status: string | null
    }

/** A burst as the guard left it. */
export interface Screening {
  readonly verdict: Verdict | null
  readonly guard: GuardMemory
  readonly log: GuardLog
  /** True: a person was promised before this burst, and is still waited for: nothing is asked. */
  readonly isAwaited: boolean
  /** True: what stood before this burst is over. */
  readonly isRelieved: boolean
  /** True: answered whatever halts the agent: danger, a wish for silence, one's own data. */
  readonly outranksPace: boolean
}

/** A burst while the rules go over it. */
export interface Screen {
  readonly understood: Understood
  readonly moment: Moment
  guard: GuardMemory
  log: GuardLog
  /** What ended the danger or the question that stood. */
  calmed: 'danger' | 'question' | null
}
