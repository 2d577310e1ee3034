import type { SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { parseFaqPassages } from './parse-faq.ts'
import { parseProductPassages } from './parse-products.ts'
import { parseTextPassages } from './parse-text.ts'
import type { SourceParseResult } from './source-parse-result.ts'

/**
 * Splits a text that a user typed or pasted as a knowledge source into passages.
 * @throws UnreadableSourceError if there are none
 */
export const parseSourceText = (kind: SourceKind, text: string): SourceParseResult => {
  if (kind === 'faq') return parseFaqPassages(text)
  if (kind === 'products') return parseProductPassages(text)
  return parseTextPassages(text)
}
