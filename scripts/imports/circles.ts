import type { Module } from './check-imports.ts'

/** Tables that stay byte for byte as they are (GUARD-26), and import each other's types. */
const UNTOUCHED = /\/assistant\/testing\/dialogues(?:-closer)?\.ts$/

/**
 * Modules that reach themselves by their imports, of whatever kind: a circle of types or of lazy code binds its modules to each other as any
 * other does. Whoever imports nothing that is left, or is imported by nobody that is left, is in none, and is taken away until nobody is.
 */
export const circles = (modules: readonly Module[]): string[] => {
  let edges = modules
    .filter(({ file }) => !UNTOUCHED.test(file))
    .flatMap(({ file, imports }) =>
      imports.flatMap(({ target }) => (target.kind === 'file' ? [{ from: file, to: target.path }] : [])),
    )
  for (let before = -1; before !== edges.length; ) {
    before = edges.length
    const [importing, imported] = [new Set(edges.map(({ from }) => from)), new Set(edges.map(({ to }) => to))]
    edges = edges.filter(({ from, to }) => importing.has(to) && imported.has(from))
  }
  const ways = Map.groupBy(edges, ({ from }) => from)
  return [...ways].map(
    ([from, found]) =>
      `${from} stands in a circle of imports, by ${found.map(({ to }) => to).join(' and ')}: move what both need to a third file`,
  )
}
