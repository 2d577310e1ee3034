import type { Product } from '@prosa/contract/entities/agents/knowledge'

/** A part of a source, short enough to be an answer. */
export interface ParsedPassage {
  readonly place: string | null
  /** Heading above the passage in a text. */
  readonly heading: string | null
  readonly text: string
  readonly question: string | null
  readonly product: Product | null
}

/** Passages of a source, and messages about parts that were left out or changed. */
export interface SourceParseResult {
  readonly passages: readonly ParsedPassage[]
  readonly report: readonly string[]
}

/** A source that cannot be read; the message is for the user who added it. */
export class UnreadableSourceError extends Error {}
