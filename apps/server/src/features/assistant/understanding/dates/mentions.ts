import FAREWELLS from '../patterns/farewells.json' with { type: 'json' }
import PATTERNS from '../patterns/mentions.json' with { type: 'json' }
import { compilePatterns } from '../patterns.ts'

const MATCHERS = compilePatterns(PATTERNS)

/** A value in a sentence, with its start and end position. */
export interface Mention<T> {
  readonly value: T
  readonly start: number
  readonly end: number
}

/** Maximum number of days or hours per sentence. Limits the cost of parsing. */
const MAX_MENTIONS_PER_LINE = 24

/** Returns the values that the patterns find, in text order. Of overlapping matches, the pattern listed first wins. */
export const findMentions = <T>(
  text: string,
  readers: ReadonlyArray<readonly [RegExp, (match: RegExpExecArray) => T | null]>,
): Mention<T>[] => {
  const mentions: Mention<T>[] = []
  let matches = 0
  for (const [pattern, parse] of readers) {
    for (const match of text.matchAll(pattern)) {
      if (++matches > MAX_MENTIONS_PER_LINE) break
      const [start, end] = [match.index, match.index + match[0].length]
      if (mentions.some((other) => start < other.end && other.start < end)) continue
      const value = parse(match)
      if (value !== null) mentions.push({ value, start, end })
    }
  }
  return mentions.sort((a, b) => a.start - b.start)
}

/**
 * Returns the day or hour that a sentence means, or null. Values that the lead rejects or replaces do not count. After a correction the
 * last value counts, otherwise the first.
 */
export const selectMeantValue = <T>(text: string, mentions: ReadonlyArray<Mention<T>>): T | null => {
  const remainingMentions = mentions.filter(({ start, end }, index) => {
    const before = text.slice(mentions[index - 1]?.end ?? 0, start)
    const after = text.slice(end, mentions[index + 1]?.start ?? text.length)
    const isLast = index === mentions.length - 1
    if (MATCHERS.refusedBefore.test(before.split(MATCHERS.turn).at(-1) ?? '') || MATCHERS.refusedAfter.test(after)) return false
    return isLast || !(MATCHERS.leftBefore.test(before) || MATCHERS.leftAfter.test(after))
  })
  const [first, last] = [remainingMentions[0], remainingMentions.at(-1)]
  if (!first || !last) return null
  return MATCHERS.secondThought.test(text.slice(first.end, last.start)) ? last.value : first.value
}

const FAREWELL_MATCHERS = compilePatterns(FAREWELLS, FAREWELLS, 'g')

/** Replaces wishes and goodbyes such as 'até segunda' with spaces, because their days are no dates. Positions stay valid. */
export const maskFarewells = (normalizedText: string): string =>
  normalizedText
    .replace(FAREWELL_MATCHERS.wish, (matchedText) => ' '.repeat(matchedText.length))
    .replace(FAREWELL_MATCHERS.until, (matchedText) => ' '.repeat(matchedText.length))

/** Returns 'goodbye' for a goodbye until a day, 'wish' for a good wish, otherwise null. */
export const detectFarewell = (normalizedText: string): 'wish' | 'goodbye' | null =>
  normalizedText.search(FAREWELL_MATCHERS.until) >= 0
    ? 'goodbye'
    : normalizedText.search(FAREWELL_MATCHERS.wish) >= 0
      ? 'wish'
      : null
