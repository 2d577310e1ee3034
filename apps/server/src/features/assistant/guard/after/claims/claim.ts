import type { WithheldReason } from '@prosa/contract/entities/agents/knowledge'
import type { CivilDay } from '../../../understanding/dates/day.ts'

/** Reason why a sentence of a reply must not be sent. */
export type RejectionReason = WithheldReason

/**
 * A statement that can be checked, for example an amount or date. A claim in a reply is supported if a source text contains one of its
 * `keys`.
 */
export interface Claim {
  readonly reason: RejectionReason
  readonly keys: readonly string[]
  /** More keys that a claim in a source text supports: 'sexta, 27/11' also supports its month. */
  readonly supportedKeys?: readonly string[]
}

/** Context for parsing claims. `isSource`: true for source texts, in which every number counts; false for replies under check. */
export interface ClaimContext {
  readonly today: CivilDay
  readonly isSource: boolean
}

/**
 * A pattern for one kind of claim, and the parser of its matches. `parse` receives the text around each match, and returns null if the
 * match is no claim.
 */
export interface ClaimReader {
  readonly reason: RejectionReason
  /** Set if the pattern matches only texts with a digit. */
  readonly requiresDigit?: true
  /** Fast check: texts without a match contain no match of `pattern` either. */
  readonly precheck?: RegExp
  readonly pattern: RegExp
  readonly parse: (
    match: readonly (string | undefined)[],
    context: ClaimContext,
    before: string,
    after: string,
  ) => Omit<Claim, 'reason'> | null
}
