import { patternsOf } from '../understanding/patterns.ts'
import type { Line } from '../understanding/understand.ts'
import PATTERNS from './patterns/worries.json' with { type: 'json' }
import WORRIES from './phrases/worries.json' with { type: 'json' }

export type Worry = keyof typeof WORRIES
const isWorry = (name: string | null): name is Worry => name !== null && Object.hasOwn(WORRIES, name)

/** How the things that hold a lead back sound; each is met as the phrases say: never argued with, no discount promised. */
const SOUNDS = patternsOf(PATTERNS)

const DENIED = /\bnao (esta|achei|e) (nada )?(tao )?(caro|cara|alto|puxado)\b/

/** The first worry that a burst holds; another person's decision outweighs the clock. */
export const worryIn = (lines: readonly Line[]): Worry | null =>
  (Object.keys(WORRIES) as Worry[]).find((name) =>
    lines.some(({ folded }) => SOUNDS[name].test(folded) && !DENIED.test(folded)),
  ) ?? null

/** The same of what was told; a question after a matter is none. */
export const worryTold = (lines: readonly Line[]): Worry | null =>
  worryIn(lines.filter((line) => !line.isQuestion || line.matters.length === 0))

/** What the team calls it. */
export const worryLabel = (name: string | null): string | null => (isWorry(name) ? WORRIES[name].label : name)

/** What is said to a new one. */
export const WORRY_WORDS = Object.fromEntries(Object.entries(WORRIES).map(([name, { ack }]) => [`ack ${name}`, ack]))
