import type { ParsedLine } from '../../understanding/parse-messages.ts'
import { compilePatterns } from '../../understanding/patterns.ts'
import PATTERNS from '../patterns/worries.json' with { type: 'json' }
import WORRIES from '../phrases/worries.json' with { type: 'json' }

export type Objection = keyof typeof WORRIES
const isObjection = (name: string | null): name is Objection => name !== null && Object.hasOwn(WORRIES, name)

/** Patterns of objections by name. */
const OBJECTION_MATCHERS = compilePatterns(PATTERNS)

const DENIED_OBJECTION = /\bnao (esta|achei|e) (nada )?(tao )?(caro|cara|alto|puxado)\b/

/** Returns the first objection in the order of worries.json, or null. In that order, 'another person decides' precedes 'no time'. */
export const detectObjection = (lines: readonly ParsedLine[]): Objection | null =>
  (Object.keys(WORRIES) as Objection[]).find((name) =>
    lines.some(({ normalizedText }) => OBJECTION_MATCHERS[name].test(normalizedText) && !DENIED_OBJECTION.test(normalizedText)),
  ) ?? null

/** Returns the same as `detectObjection`, but ignores questions that only the team can answer. */
export const detectStatedObjection = (lines: readonly ParsedLine[]): Objection | null =>
  detectObjection(lines.filter((line) => !line.isQuestion || line.teamMatters.length === 0))

/** Returns the label of an objection for the team. Returns other values unchanged. */
export const getObjectionLabel = (name: string | null): string | null => (isObjection(name) ? WORRIES[name].label : name)

/** Acknowledgements of objections, by phrase key ('ack <objection>'). */
export const OBJECTION_ACKNOWLEDGEMENTS = Object.fromEntries(
  Object.entries(WORRIES).map(([name, { ack }]) => [`ack ${name}`, ack]),
)
