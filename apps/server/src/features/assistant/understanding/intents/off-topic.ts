import PATTERNS from '../patterns/off-topic.json' with { type: 'json' }
import { compilePatterns } from '../patterns.ts'

const { ofBusiness, ...OFF_TOPIC_MATCHERS } = compilePatterns(PATTERNS)

/** Returns true for requests to a general-purpose assistant: sums, homework, poems, code, news, recipes. */
export const detectOffTopic = (normalizedText: string): boolean =>
  !ofBusiness.test(normalizedText) && Object.values(OFF_TOPIC_MATCHERS).some((pattern) => pattern.test(normalizedText))
