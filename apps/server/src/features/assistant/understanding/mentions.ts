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

const REFUSED_BEFORE =
  /\b(nao (posso|da|consigo|vou|vai|quero|serve|tenho|e|rola|pode|estou|seria)|nem|menos|exceto|sem ser|(em vez|ao inves|inves|no lugar) d[eoa])\b/
const REFUSED_AFTER = /^ ?,? ?nao\b/
const TURN = /[,.;]|\b(?:so|mas|prefiro|melhor|pode|entao|sim)\b/
const LEFT_BEFORE = /\b(d[eoa]|era|estava|esta|marcad[oa]|marquei|combinad[oa]|agendad[oa])( para| n[ao])?( as?)? ?$/
const LEFT_AFTER = /^ ?(para|por|pelo|pela)\b/
const SECOND_THOUGHT =
  /\b(alias|quer dizer|digo|ops|opa|na verdade|melhor|corrig\w+|corrijo|prefiro|pensando bem|mud\w+|para|por|nao)\b/

/** Which of several days or hours a line is for: what it refuses or moves away from does not count; after a second thought the last one does. */
export const meant = <T>(text: string, mentions: ReadonlyArray<Mention<T>>): T | null => {
  const kept = mentions.filter(({ start, end }, index) => {
    const before = text.slice(mentions[index - 1]?.end ?? 0, start)
    const after = text.slice(end, mentions[index + 1]?.start ?? text.length)
    const isLast = index === mentions.length - 1
    if (REFUSED_BEFORE.test(before.split(TURN).at(-1) ?? '') || REFUSED_AFTER.test(after)) return false
    return isLast || !(LEFT_BEFORE.test(before) || LEFT_AFTER.test(after))
  })
  const [first, last] = [kept[0], kept.at(-1)]
  if (!first || !last) return null
  return SECOND_THOUGHT.test(text.slice(first.end, last.start)) ? last.value : first.value
}
