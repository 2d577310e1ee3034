import type { HeldBack } from '@prosa/contract/entities/knowledge'
import type { CivilDay } from '../../understanding/day.ts'

/** What may be wrong with a sentence. */
export type Why = HeldBack

/** Something that a text states by value. It stands in the ground where any of its keys does. */
export interface Claim {
  readonly why: Why
  readonly keys: readonly string[]
  /** What else it gives ground to, where it stands in the ground: 'sexta, 27/11' also its month. */
  readonly grounds?: readonly string[]
}

/** Where a text is read: its day, and whether as a source, in which every number counts, or as a sentence that is to leave. */
export interface Reading {
  readonly today: CivilDay
  readonly isSource: boolean
}

/** A kind of claim as it is written. `read`: null where the words turn out to claim nothing. */
export interface ClaimReader {
  readonly why: Why
  /** True: it matches nothing in which no digit stands. */
  readonly digits?: true
  /** Seldom found, and soon looked for: without it the pattern matches nothing. */
  readonly needs?: RegExp
  readonly pattern: RegExp
  readonly read: (
    match: readonly (string | undefined)[],
    reading: Reading,
    before: string,
    after: string,
  ) => Omit<Claim, 'why'> | null
}
