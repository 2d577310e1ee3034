/**
 * Stands in the title of a test that takes long and that no item depends on alone: `npm test` leaves it out, the part `wide` runs it.
 * `docs/ARCHITECTURE.md` says what belongs there; the check `items` sees to it that every item keeps a test without it,
 * but for those of `scripts/items/on-a-server.ts`.
 */
export const WIDE = '@wide'

/** For Vitest's `--testNamePattern`: every test that has no such title. */
export const NOT_WIDE = `^(?!.*${WIDE})`
