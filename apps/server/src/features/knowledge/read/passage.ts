import type { Product } from '@prosa/contract/entities/knowledge'

/** A part of a source, small enough to be an answer. */
export interface ReadPassage {
  readonly place: string | null
  /** Of a text: what stands above it. */
  readonly heading: string | null
  readonly text: string
  readonly question: string | null
  readonly product: Product | null
}

/** What was read of a source, and what of it otherwise than it stands. */
export interface ReadSource {
  readonly passages: readonly ReadPassage[]
  readonly report: readonly string[]
}

/** A source that cannot be read, in words for the person who gave it. */
export class UnreadableSource extends Error {}
