import { patternsOf } from '../understanding/patterns.ts'
import type { Line } from '../understanding/understand.ts'
import PATTERNS from './patterns/worries.json' with { type: 'json' }
import WORRIES from './phrases/worries.json' with { type: 'json' }

export type Worry = keyof typeof WORRIES
const isWorry = (name: string | null): name is Worry => name !== null && Object.hasOwn(WORRIES, name)

/** Patterns of objections. Answers never argue and promise no discount. */
const SOUNDS = patternsOf(PATTERNS)

const DENIED = /\bnao (esta|achei|e) (nada )?(tao )?(caro|cara|alto|puxado)\b/

/** Returns the first objection in the lead's messages, or null. Another person's decision has priority over lack of time. */
export const worryIn = (lines: readonly Line[]): Worry | null =>
  (Object.keys(WORRIES) as Worry[]).find((name) =>
    lines.some(({ folded }) => SOUNDS[name].test(folded) && !DENIED.test(folded)),
  ) ?? null

/** As `worryIn`, but ignores questions about a matter. */
export const worryTold = (lines: readonly Line[]): Worry | null =>
  worryIn(lines.filter((line) => !line.isQuestion || line.matters.length === 0))

/** Returns the team's label of an objection. */
export const worryLabel = (name: string | null): string | null => (isWorry(name) ? WORRIES[name].label : name)

/** Replies to a new objection. */
export const WORRY_WORDS = Object.fromEntries(Object.entries(WORRIES).map(([name, { ack }]) => [`ack ${name}`, ack]))
