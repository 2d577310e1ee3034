import type { SpecificationItem } from './read-items.ts'

export interface TestFileIds {
  readonly file: string
  readonly ids: ReadonlySet<string>
  /** Item ids in tests that `npm test` runs. */
  readonly usual: ReadonlySet<string>
}

export interface ItemCoverage {
  /** Coverage of each implemented area. */
  readonly areas: readonly { area: string; tested: number; total: number }[]
  readonly missing: readonly SpecificationItem[]
  /** Items that are tested only outside `npm test`, and that `server-only-items.ts` does not list. */
  readonly unusual: readonly SpecificationItem[]
  /** Items that `server-only-items.ts` lists although a test of `npm test` covers them. */
  readonly usualAfterAll: readonly SpecificationItem[]
  /** Items that are not implemented yet. */
  readonly ahead: readonly SpecificationItem[]
  /** Ids that tests name and that belong to a known area, but match no item. */
  readonly unknown: readonly string[]
}

/** Calculates which implemented items the tests cover, by area. */
export const calculateItemCoverage = (
  items: readonly SpecificationItem[],
  tests: readonly TestFileIds[],
  isBuilt: (item: SpecificationItem) => boolean,
  onServer: Readonly<Record<string, string>> = {},
): ItemCoverage => {
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
