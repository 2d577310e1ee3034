/** What may never be told to a lead, and what may in part. */
export interface Secrets {
  /** The server's own words in the prompt. */
  readonly rules: string
  /** Staff's words: they may be told in part, never as a whole. */
  readonly brief: string
  readonly toolNames: readonly string[]
}

/** Words in a row that cannot be the same by chance. */
const LEAKED_RUN = 9

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** True when so many words in a row stand in both. A run of that length holds one of the blocks of half of it, so only these are looked for. */
const shares = (said: readonly string[], kept: string, length: number): boolean => {
  if (said.length < length) return false
  const words = wordsOf(kept)
  const half = Math.floor(length / 2)
  const blocks = new Set(words.map((_, at) => words.slice(at, at + half).join(' ')))
  const text = ` ${words.join(' ')} `
  const isRun = (from: number) => from >= 0 && text.includes(` ${said.slice(from, from + length).join(' ')} `)
  for (let at = 0; at + half <= said.length; at += half)
    if (blocks.has(said.slice(at, at + half).join(' ')))
      for (let from = at - length; from <= at; from++) if (from + length <= said.length && isRun(from)) return true
  return false
}

/** True when the text tells of the prompt or of tools, or is packed so that nobody can tell. */
export const leaks = (text: string, { rules, brief, toolNames }: Secrets): boolean => {
  const said = wordsOf(text)
  return (
    /[A-Za-z0-9+/=_-]{60,}/.test(text) ||
    toolNames.some((name) => text.toLowerCase().includes(name)) ||
    shares(said, rules, LEAKED_RUN) ||
    shares(said, brief, LEAKED_RUN * 4)
  )
}
