import type { SourceKind } from '@prosa/contract/entities/knowledge'
import { parseFaqPassages } from './faq.ts'
import type { SourceParseResult } from './passage.ts'
import { parseProductPassages } from './products.ts'
import { parseTextPassages } from './text.ts'

/** Returns the passages of text that was typed or pasted. Pure. @throws UnreadableSourceError */
export const parseSourceText = (kind: SourceKind, text: string): SourceParseResult => {
  if (kind === 'faq') return parseFaqPassages(text)
  if (kind === 'products') return parseProductPassages(text)
  return parseTextPassages(text)
}
