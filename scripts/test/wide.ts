/**
 * Mark in the title of a long-running test on which no item depends alone: `npm test` skips it, the part `wide` runs it.
 * `CONTRIBUTING.md` describes which tests get it. The check `items` verifies that every item also has a test without the mark, except
 * those of `scripts/items/server-only-items.ts`.
 */
export const WIDE = '@wide'

/** Value for Vitest's `--testNamePattern` that matches every test without the mark. */
export const NOT_WIDE = `^(?!.*${WIDE})`
