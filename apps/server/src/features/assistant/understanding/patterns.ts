import PATTERNS from './patterns/clauses.json' with { type: 'json' }

/**
 * A pattern as data: a regular expression, or a list of whole words. '<name>' is replaced by the part of that name, which is not a pattern
 * itself.
 */
type Written = string | readonly string[]
type Data = Readonly<Record<string, Written>>
/** Keys like '# name' are comments on the pattern of that name. */
type NameIn<D> = Exclude<keyof D & string, `#${string}` | `<${string}`>

const sourceOf = (written: Written, parts: Data): string => {
  const source = typeof written === 'string' ? written : `\\b(${written.join('|')})\\b`
  return source.replaceAll(/<\w+>/g, (name) => (name in parts ? sourceOf(parts[name] ?? '', parts) : name))
}

/** Compiles patterns from `patterns/<name>.json`. scripts/patterns checks them like those in code. */
export const patternsOf = <D extends Data>(data: D, parts: Data = data, flags = ''): Readonly<Record<NameIn<D>, RegExp>> => {
  const names = Object.keys(data).filter((name): name is NameIn<D> => !/^[#<]/.test(name))
  const made = names.map((name) => [name, new RegExp(sourceOf(data[name] ?? '', parts), flags)] as const)
  return Object.fromEntries(made) as Record<NameIn<D>, RegExp>
}

/** Compiles patterns without names. */
export const patternList = (list: readonly string[], parts: Data): readonly RegExp[] =>
  list.map((written) => new RegExp(sourceOf(written, parts)))

/** Returns the first name whose pattern matches, or null. */
export const valueIn = (said: string, table: Readonly<Record<string, RegExp>>): string | null => valuesIn(said, table)[0] ?? null

/** Returns all names whose patterns match. */
export const valuesIn = (said: string, table: Readonly<Record<string, RegExp>>): string[] =>
  Object.keys(table).filter((name) => table[name]?.test(said))

const SAID = patternsOf(PATTERNS)

export const clausesOf = (folded: string): string[] => folded.split(SAID.clauseEnd).filter((clause) => clause !== '')

/** Returns the match of a pattern in a clause that does not negate it, or null. Negation within the pattern itself is allowed. */
export const affirmed = (folded: string, pattern: RegExp): RegExpExecArray | null => {
  for (const clause of clausesOf(folded)) {
    const match = pattern.exec(clause)
    if (match && !SAID.denied.test(clause.slice(0, match.index))) return match
  }
  return null
}

/** Returns true if a pattern matches and is negated everywhere. */
export const denied = (folded: string, pattern: RegExp): boolean =>
  clausesOf(folded).some((clause) => pattern.test(clause)) && affirmed(folded, pattern) === null

/** Returns true if a text states a condition: 'aceito se baixar', 'só se parcelar'. */
export const isConditional = (folded: string): boolean => SAID.condition.test(folded)
