import PATTERNS from './patterns/clauses.json' with { type: 'json' }

/** Pattern in a JSON file: a regular expression or a list of whole words. '<name>' stands for the part with that key. */
type PatternSource = string | readonly string[]
type PatternData = Readonly<Record<string, PatternSource>>
/** Names of patterns. Keys with '#' are comments, keys with '<' are parts. */
type PatternName<D> = Exclude<keyof D & string, `#${string}` | `<${string}`>

const buildPatternSource = (pattern: PatternSource, parts: PatternData): string => {
  const source = typeof pattern === 'string' ? pattern : `\\b(${pattern.join('|')})\\b`
  return source.replaceAll(/<\w+>/g, (name) => (name in parts ? buildPatternSource(parts[name] ?? '', parts) : name))
}

/**
 * Compiles the patterns of a JSON file to regular expressions, by name. `parts`: sources for '<name>'. scripts/patterns checks these
 * patterns too.
 */
export const compilePatterns = <D extends PatternData>(
  data: D,
  parts: PatternData = data,
  flags = '',
): Readonly<Record<PatternName<D>, RegExp>> => {
  const names = Object.keys(data).filter((name): name is PatternName<D> => !/^[#<]/.test(name))
  const compiled = names.map((name) => [name, new RegExp(buildPatternSource(data[name] ?? '', parts), flags)] as const)
  return Object.fromEntries(compiled) as Record<PatternName<D>, RegExp>
}

/** Compiles patterns without names. `parts`: sources for '<name>'. */
export const compilePatternList = (list: readonly string[], parts: PatternData): readonly RegExp[] =>
  list.map((pattern) => new RegExp(buildPatternSource(pattern, parts)))

/** Returns the name of the first matching pattern, or null. */
export const findMatchingName = (text: string, table: Readonly<Record<string, RegExp>>): string | null =>
  findMatchingNames(text, table)[0] ?? null

export const findMatchingNames = (text: string, table: Readonly<Record<string, RegExp>>): string[] =>
  Object.keys(table).filter((name) => table[name]?.test(text))

const MATCHERS = compilePatterns(PATTERNS)

export const splitClauses = (normalizedText: string): string[] =>
  normalizedText.split(MATCHERS.clauseEnd).filter((clause) => clause !== '')

/** Returns the first match that is not negated earlier in its clause, or null. The pattern itself may contain a negation. */
export const matchAffirmed = (normalizedText: string, pattern: RegExp): RegExpExecArray | null => {
  for (const clause of splitClauses(normalizedText)) {
    const match = pattern.exec(clause)
    if (match && !MATCHERS.denied.test(clause.slice(0, match.index))) return match
  }
  return null
}

/** Returns true if a pattern matches a text, and every match is negated. */
export const isNegated = (normalizedText: string, pattern: RegExp): boolean =>
  splitClauses(normalizedText).some((clause) => pattern.test(clause)) && matchAffirmed(normalizedText, pattern) === null

/** Returns true if a text states a condition: 'aceito se baixar', 'só se parcelar'. */
export const isConditional = (normalizedText: string): boolean => MATCHERS.condition.test(normalizedText)
