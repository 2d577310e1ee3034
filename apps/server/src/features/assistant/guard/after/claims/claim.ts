import type { WithheldReason } from '@prosa/contract/entities/agents/knowledge'
import type { CivilDay } from '../../../understanding/dates/day.ts'

/** Reason why a sentence of a reply must not be sent. */
export type RejectionReason = WithheldReason

/**
 * A checkable statement in a text, for example an amount or a date. A claim in a reply is supported if a source text (instructions, lead's
 * messages, …) contains one of its `keys`.
 */
export interface Claim {
  readonly reason: RejectionReason
  readonly keys: readonly string[]
  /** Further keys that the claim supports when it occurs in a source text: 'sexta, 27/11' also supports its month. */
  readonly supportedKeys?: readonly string[]
}

/**
 * Context for parsing claims. `isSource`: whether the text is a source, in which every number counts, or a sentence of a reply to be
 * checked.
 */
export interface ClaimContext {
  readonly today: CivilDay
  readonly isSource: boolean
}

/**
 * A pattern that finds one kind of claim, and a function that parses each match. `before`, `after`: text around the match. `read` returns
 * null if the match is not a claim.
 */
export interface ClaimReader {
  readonly reason: RejectionReason
  /** Present if the pattern matches only texts with a digit. */
  readonly requiresDigit?: true
  /** Fast pre-check: the pattern cannot match a text without a match of this expression. */
  readonly precheck?: RegExp
  readonly pattern: RegExp
  readonly parse: (
    match: readonly (string | undefined)[],
    context: ClaimContext,
    before: string,
    after: string,
  ) => Omit<Claim, 'reason'> | null
}
