import type { SourceModule } from './check-imports.ts'

/**
 * Finds modules that import themselves through other modules, by any import: static, dynamic or types only. Repeatedly removes imports from
 * or to modules that cannot be part of a cycle; the remaining ones form cycles.
 */
export const findImportCycles = (modules: readonly SourceModule[]): string[] => {
  let edges = modules.flatMap(({ file, imports }) =>
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
