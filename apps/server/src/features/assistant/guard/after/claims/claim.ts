import type { WithheldReason } from '@prosa/contract/entities/agents/knowledge'
import type { CivilDay } from '../../../understanding/dates/day.ts'

/** Reason why a sentence must not be sent. */
export type RejectionReason = WithheldReason

/** A checkable statement in a text, for example an amount or a date. The grounding supports it if it contains any of its keys. */
export interface Claim {
  readonly why: RejectionReason
  readonly keys: readonly string[]
  /** Further keys that it supports when it occurs in the grounding: 'sexta, 27/11' also supports its month. */
  readonly grounds?: readonly string[]
}

/**
 * Context for parsing a text: the current day, and whether the text is a source, in which every number counts, or a sentence to be checked.
 */
export interface ClaimContext {
  readonly today: CivilDay
  readonly isSource: boolean
}

/** A pattern for one kind of claim. `read` returns null if a match is not a claim. */
export interface ClaimReader {
  readonly why: RejectionReason
  /** True if the pattern matches only texts with a digit. */
  readonly digits?: true
  /** A cheap test for something rare without which the pattern cannot match. */
  readonly needs?: RegExp
  readonly pattern: RegExp
  readonly read: (
    match: readonly (string | undefined)[],
    reading: ClaimContext,
    before: string,
    after: string,
  ) => Omit<Claim, 'why'> | null
}
