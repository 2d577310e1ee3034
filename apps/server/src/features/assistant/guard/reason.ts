import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'

/** Short enough for the panel's badge. */
export const reasonOf = (text: string): string => [...text].slice(0, ATTENTION_REASON_MAX_CHARS).join('')
