import type { Product } from '@prosa/contract/entities/agents/knowledge'

/** Part of a knowledge source (file, web page or text) that is short enough to be sent as an answer. */
export interface ParsedPassage {
  /** Location in the source, such as a page or row; null if there is none. */
  readonly place: string | null
  /** Heading above the passage; null if there is none. */
  readonly heading: string | null
  readonly text: string
  /** Question that the text answers; null for other texts. */
  readonly question: string | null
  readonly product: Product | null
}

export interface SourceParseResult {
  readonly passages: readonly ParsedPassage[]
  /** Messages for the user about parts that were omitted or changed. */
  readonly report: readonly string[]
}

/** Error for a knowledge source that cannot be read. The message is displayed to the user. */
export class UnreadableSourceError extends Error {}
