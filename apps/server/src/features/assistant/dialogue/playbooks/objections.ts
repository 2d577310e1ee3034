import type { ParsedLine } from '../../understanding/parse-messages.ts'
import { compilePatterns } from '../../understanding/patterns.ts'
import PATTERNS from '../patterns/worries.json' with { type: 'json' }
import WORRIES from '../phrases/worries.json' with { type: 'json' }

export type Objection = keyof typeof WORRIES
const isObjection = (name: string | null): name is Objection => name !== null && Object.hasOwn(WORRIES, name)

/** Patterns that detect objections by name. The replies to objections never argue and promise no discount. */
const OBJECTION_MATCHERS = compilePatterns(PATTERNS)

const DENIED_OBJECTION = /\bnao (esta|achei|e) (nada )?(tao )?(caro|cara|alto|puxado)\b/

/**
 * Returns the first objection in the lead's messages, in the order of worries.json, or null. That another person decides takes precedence
 * over lack of time.
 */
export const detectObjection = (lines: readonly ParsedLine[]): Objection | null =>
  (Object.keys(WORRIES) as Objection[]).find((name) =>
    lines.some(({ normalizedText }) => OBJECTION_MATCHERS[name].test(normalizedText) && !DENIED_OBJECTION.test(normalizedText)),
  ) ?? null

/** Returns the first objection like `detectObjection`, but ignores questions about a matter that only the team knows. */
export const detectStatedObjection = (lines: readonly ParsedLine[]): Objection | null =>
  detectObjection(lines.filter((line) => !line.isQuestion || line.teamMatters.length === 0))

/** Returns the label of an objection for texts to the team. Returns any other value unchanged. */
export const getObjectionLabel = (name: string | null): string | null => (isObjection(name) ? WORRIES[name].label : name)

/** Phrasings that acknowledge a new objection, by topic phrase key ('ack <objection>'). */
export const OBJECTION_ACKNOWLEDGEMENTS = Object.fromEntries(
  Object.entries(WORRIES).map(([name, { ack }]) => [`ack ${name}`, ack]),
)
