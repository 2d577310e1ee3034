/**
 * Mark in the title of a long-running test: `npm test` skips the test, the test part `wide` runs it. `CONTRIBUTING.md` describes which
 * tests get the mark. Every item also needs a test without the mark, except those in `scripts/items/server-only-items.ts`.
 */
export const WIDE = '@wide'

/** Value for Vitest's `--testNamePattern` that matches every test without the mark. */
export const NOT_WIDE = `^(?!.*${WIDE})`
