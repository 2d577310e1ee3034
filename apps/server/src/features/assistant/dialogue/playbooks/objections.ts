import type { ParsedLine } from '../../understanding/parse-messages.ts'
import { compilePatterns } from '../../understanding/patterns.ts'
import PATTERNS from '../patterns/worries.json' with { type: 'json' }
import WORRIES from '../phrases/worries.json' with { type: 'json' }

export type Objection = keyof typeof WORRIES
const isObjection = (name: string | null): name is Objection => name !== null && Object.hasOwn(WORRIES, name)

/** Patterns of objections. Answers never argue and promise no discount. */
const OBJECTION_MATCHERS = compilePatterns(PATTERNS)

const DENIED_OBJECTION = /\bnao (esta|achei|e) (nada )?(tao )?(caro|cara|alto|puxado)\b/

/** Returns the first objection in the lead's messages, or null. Another person's decision has priority over lack of time. */
export const detectObjection = (lines: readonly ParsedLine[]): Objection | null =>
  (Object.keys(WORRIES) as Objection[]).find((name) =>
    lines.some(({ folded }) => OBJECTION_MATCHERS[name].test(folded) && !DENIED_OBJECTION.test(folded)),
  ) ?? null

/** As `detectObjection`, but ignores questions about a matter. */
export const detectStatedObjection = (lines: readonly ParsedLine[]): Objection | null =>
  detectObjection(lines.filter((line) => !line.isQuestion || line.matters.length === 0))

/** Returns the team's label of an objection. */
export const getObjectionLabel = (name: string | null): string | null => (isObjection(name) ? WORRIES[name].label : name)

/** Replies to a new objection. */
export const OBJECTION_ACKNOWLEDGEMENTS = Object.fromEntries(
  Object.entries(WORRIES).map(([name, { ack }]) => [`ack ${name}`, ack]),
)
