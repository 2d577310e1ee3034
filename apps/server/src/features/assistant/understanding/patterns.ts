import PATTERNS from './patterns/clauses.json' with { type: 'json' }

/** A pattern as data: as it is written, or words of which any one stands alone. '<name>' in it is the part of that name, no pattern itself. */
type Written = string | readonly string[]
type Data = Readonly<Record<string, Written>>
/** What stands under '# name' is said of the pattern of that name. */
type NameIn<D> = Exclude<keyof D & string, `#${string}` | `<${string}`>

const sourceOf = (written: Written, parts: Data): string => {
  const source = typeof written === 'string' ? written : `\\b(${written.join('|')})\\b`
  return source.replaceAll(/<\w+>/g, (name) => (name in parts ? sourceOf(parts[name] ?? '', parts) : name))
}

/** Patterns that are data, `patterns/<name>.json`, by their names: checked as those in code are (scripts/patterns). */
export const patternsOf = <D extends Data>(data: D, parts: Data = data, flags = ''): Readonly<Record<NameIn<D>, RegExp>> => {
  const names = Object.keys(data).filter((name): name is NameIn<D> => !/^[#<]/.test(name))
  const made = names.map((name) => [name, new RegExp(sourceOf(data[name] ?? '', parts), flags)] as const)
  return Object.fromEntries(made) as Record<NameIn<D>, RegExp>
}

/** The same for patterns without names. */
export const patternList = (list: readonly string[], parts: Data): readonly RegExp[] =>
  list.map((written) => new RegExp(sourceOf(written, parts)))

/** The first name whose pattern is said. */
export const valueIn = (said: string, table: Readonly<Record<string, RegExp>>): string | null => valuesIn(said, table)[0] ?? null

/** Every name whose pattern is said. */
export const valuesIn = (said: string, table: Readonly<Record<string, RegExp>>): string[] =>
  Object.keys(table).filter((name) => table[name]?.test(said))

const SAID = patternsOf(PATTERNS)

export const clausesOf = (folded: string): string[] => folded.split(SAID.clauseEnd).filter((clause) => clause !== '')

/** What a pattern says in a clause that does not deny it; null when it is said nowhere. Denials that belong to the pattern count. */
export const affirmed = (folded: string, pattern: RegExp): RegExpExecArray | null => {
  for (const clause of clausesOf(folded)) {
    const match = pattern.exec(clause)
    if (match && !SAID.denied.test(clause.slice(0, match.index))) return match
  }
  return null
}

/** True when a pattern is said, and wherever it is said, it is denied. */
export const denied = (folded: string, pattern: RegExp): boolean =>
  clausesOf(folded).some((clause) => pattern.test(clause)) && affirmed(folded, pattern) === null

/** Something else must come true first: 'aceito se baixar', 'só se parcelar'. */
export const isConditional = (folded: string): boolean => SAID.condition.test(folded)
