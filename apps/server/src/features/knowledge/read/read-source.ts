import type { SourceKind } from '@prosa/contract/entities/knowledge'
import { faqPassages } from './faq.ts'
import type { ReadSource } from './passage.ts'
import { productPassages } from './products.ts'
import { textPassages } from './text.ts'

/** Returns the passages of text that was typed or pasted. Pure. @throws UnreadableSource */
export const readSource = (kind: SourceKind, text: string): ReadSource => {
  if (kind === 'faq') return faqPassages(text)
  if (kind === 'products') return productPassages(text)
  return textPassages(text)
}
