import FAREWELLS from './patterns/farewells.json' with { type: 'json' }
import PATTERNS from './patterns/mentions.json' with { type: 'json' }
import { patternsOf } from './patterns.ts'

const SAID = patternsOf(PATTERNS)

/** Something that a line names, and where. */
export interface Mention<T> {
  readonly value: T
  readonly start: number
  readonly end: number
}

/** More days or hours than that are no wish for a meeting; each one read and compared costs time. */
const MOST_IN_A_LINE = 24

/** Every match of the patterns, up to a number that nobody writes in earnest, in the order of the text; where two overlap, the pattern that stands first wins. */
export const mentionsOf = <T>(
  text: string,
  readers: ReadonlyArray<readonly [RegExp, (match: RegExpExecArray) => T | null]>,
): Mention<T>[] => {
  const found: Mention<T>[] = []
  let matches = 0
  for (const [pattern, read] of readers) {
    for (const match of text.matchAll(pattern)) {
      if (++matches > MOST_IN_A_LINE) break
      const [start, end] = [match.index, match.index + match[0].length]
      if (found.some((other) => start < other.end && other.start < end)) continue
      const value = read(match)
      if (value !== null) found.push({ value, start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Which of several days or hours a line is for: what it refuses or moves away from does not count; after a second thought the last one does. */
export const meant = <T>(text: string, mentions: ReadonlyArray<Mention<T>>): T | null => {
  const kept = mentions.filter(({ start, end }, index) => {
    const before = text.slice(mentions[index - 1]?.end ?? 0, start)
    const after = text.slice(end, mentions[index + 1]?.start ?? text.length)
    const isLast = index === mentions.length - 1
    if (SAID.refusedBefore.test(before.split(SAID.turn).at(-1) ?? '') || SAID.refusedAfter.test(after)) return false
    return isLast || !(SAID.leftBefore.test(before) || SAID.leftAfter.test(after))
  })
  const [first, last] = [kept[0], kept.at(-1)]
  if (!first || !last) return null
  return SAID.secondThought.test(text.slice(first.end, last.start)) ? last.value : first.value
}

const PARTING = patternsOf(FAREWELLS, FAREWELLS, 'g')

/** The folded line with its wishes and goodbyes blanked out: the days in them are no dates. Every place stays where it was. */
export const withoutFarewells = (folded: string): string =>
  folded.replace(PARTING.wish, (found) => ' '.repeat(found.length)).replace(PARTING.until, (found) => ' '.repeat(found.length))

/** A wish for a day, or a goodbye until one. */
export const saysFarewell = (folded: string): 'wish' | 'goodbye' | null =>
  folded.search(PARTING.until) >= 0 ? 'goodbye' : folded.search(PARTING.wish) >= 0 ? 'wish' : null
