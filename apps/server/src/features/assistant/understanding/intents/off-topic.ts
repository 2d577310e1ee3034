import PATTERNS from '../patterns/off-topic.json' with { type: 'json' }
import { compilePatterns } from '../patterns.ts'

const { ofBusiness, ...OFF_TOPIC_MATCHERS } = compilePatterns(PATTERNS)

/** Returns true if a sentence requests something that only a general-purpose assistant does: sums, homework, poems, code, news, recipes. */
export const detectOffTopic = (normalizedText: string): boolean =>
  !ofBusiness.test(normalizedText) && Object.values(OFF_TOPIC_MATCHERS).some((pattern) => pattern.test(normalizedText))
