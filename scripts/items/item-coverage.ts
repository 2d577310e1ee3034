import type { Item } from './read-items.ts'

export interface TestFile {
  readonly file: string
  readonly ids: ReadonlySet<string>
  /** Those that a test of `npm test` names. */
  readonly usual: ReadonlySet<string>
}

export interface Coverage {
  /** The areas of the built parts. */
  readonly areas: readonly { area: string; tested: number; total: number }[]
  /** Items of the built parts without a test. */
  readonly missing: readonly Item[]
  /** Items that are tested, but by no test of `npm test`, and that do not belong on a server. */
  readonly unusual: readonly Item[]
  /** Items that belong on a server, it is said, and that a test of `npm test` names. */
  readonly usualAfterAll: readonly Item[]
  /** Items of parts that are not built yet. */
  readonly ahead: readonly Item[]
  /** Ids of a known area that no item has. */
  readonly unknown: readonly string[]
}

/** Which items of the built parts some test names, area by area. */
export const itemCoverage = (
  items: readonly Item[],
  tests: readonly TestFile[],
  isBuilt: (item: Item) => boolean,
  onServer: Readonly<Record<string, string>> = {},
): Coverage => {
  const named = new Set(tests.flatMap(({ ids }) => [...ids]))
  const usual = new Set(tests.flatMap((test) => [...test.usual]))
  const known = new Set(items.map(({ id }) => id))
  const knownAreas = new Set(items.map(({ area }) => area))
  const built = items.filter(isBuilt)
  const areaOf = (id: string) => id.slice(0, id.indexOf('-'))
  return {
    areas: [...new Set(built.map(({ area }) => area))].map((area) => {
      const own = built.filter((item) => item.area === area)
      return { area, tested: own.filter(({ id }) => named.has(id)).length, total: own.length }
    }),
    missing: built.filter(({ id }) => !named.has(id)),
    unusual: items.filter(({ id }) => named.has(id) && !usual.has(id) && !(id in onServer)),
    usualAfterAll: items.filter(({ id }) => usual.has(id) && id in onServer),
    ahead: items.filter((item) => !isBuilt(item)),
    unknown: tests.flatMap(({ file, ids }) =>
      [...ids].filter((id) => knownAreas.has(areaOf(id)) && !known.has(id)).map((id) => `${file} names ${id}, which is no item`),
    ),
  }
}
