import { readFileSync } from 'node:fs'

/** Groups of similar words, one per line: 'weapon: arma revolver* …'. A star matches any ending. */
const WORD_GROUPS = new URL('./word-groups.txt', import.meta.url)

/** Parses the word groups. The result returns the numbers of all groups with a word. */
export const readWordGroups = (text = readFileSync(WORD_GROUPS, 'utf8')): ((word: string) => readonly number[]) => {
  const groupsByWord = new Map<string, number[]>()
  const groupsByPrefix = new Map<string, number[]>()
  text.split('\n').forEach((line, group) => {
    for (const entry of line
      .slice(line.indexOf(':') + 1)
      .split(' ')
      .filter(Boolean)) {
      const [map, word] = entry.endsWith('*') ? [groupsByPrefix, entry.slice(0, -1)] : [groupsByWord, entry]
      map.set(word, [...(map.get(word) ?? []), group])
    }
  })
  return (word) => {
    const groups = new Set(groupsByWord.get(word))
    for (let length = 2; length <= word.length; length += 1)
      for (const group of groupsByPrefix.get(word.slice(0, length)) ?? []) groups.add(group)
    return [...groups]
  }
}
