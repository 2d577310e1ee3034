import type { Product } from '@prosa/contract/entities/agents/knowledge'

/** Passage: a part of a knowledge source that is short enough to be an answer. */
export interface ParsedPassage {
  readonly place: string | null
  /** Heading above the passage in the text; null if there is none. */
  readonly heading: string | null
  readonly text: string
  readonly question: string | null
  readonly product: Product | null
}

/** Passages of a knowledge source, and messages for the user about parts that were left out or changed. */
export interface SourceParseResult {
  readonly passages: readonly ParsedPassage[]
  readonly report: readonly string[]
}

/** Thrown if a knowledge source cannot be read. The message is shown to the user who added the source. */
export class UnreadableSourceError extends Error {}
