import { createRequire } from 'node:module'
import type * as Portuguese from '@zxcvbn-ts/language-pt-br'
import { wordsOf } from '../../../kernel/words.ts'

let common: ReadonlySet<string> | null = null

/** A word of the language, as it is written: no slip of the fingers. The list is large, and read when it is first wanted. */
export const isCommonWord = (word: string): boolean => {
  common ??= new Set(
    (createRequire(import.meta.url)('@zxcvbn-ts/language-pt-br') as typeof Portuguese).dictionary['commonWords-pt-br'].flatMap(
      wordsOf,
    ),
  )
  return common.has(word)
}
