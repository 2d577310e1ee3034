import PATTERNS from './patterns/off-topic.json' with { type: 'json' }
import { patternsOf } from './patterns.ts'

const { ofBusiness, ...STRAYS } = patternsOf(PATTERNS)

/** Whether a line requests what a general assistant is for: sums, homework, poems, code, news, recipes. */
export const offTopicIn = (folded: string): boolean =>
  !ofBusiness.test(folded) && Object.values(STRAYS).some((pattern) => pattern.test(folded))
