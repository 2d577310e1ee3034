import { createRequire } from 'node:module'
import type * as Portuguese from '@zxcvbn-ts/language-pt-br'
import { extractSingularWords } from '../../../platform/text/extract-words.ts'

let common: ReadonlySet<string> | null = null

/** Whether a word is a correctly spelled, common Portuguese word. The word list is large, so it is loaded on first use. */
export const isCommonWord = (word: string): boolean => {
  common ??= new Set(
    (createRequire(import.meta.url)('@zxcvbn-ts/language-pt-br') as typeof Portuguese).dictionary['commonWords-pt-br'].flatMap(
      extractSingularWords,
    ),
  )
  return common.has(word)
}
