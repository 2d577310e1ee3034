import PATTERNS from './patterns/off-topic.json' with { type: 'json' }
import { patternsOf } from './patterns.ts'

const { ofBusiness, ...STRAYS } = patternsOf(PATTERNS)

/** Returns true if a line requests something that only a general-purpose assistant does: sums, homework, poems, code, news, recipes. */
export const offTopicIn = (folded: string): boolean =>
  !ofBusiness.test(folded) && Object.values(STRAYS).some((pattern) => pattern.test(folded))
