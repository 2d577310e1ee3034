import type { SpecificationItem } from './read-items.ts'

export interface TestFileIds {
  readonly file: string
  readonly ids: ReadonlySet<string>
  /** Ids named by tests that `npm test` runs. */
  readonly usual: ReadonlySet<string>
}

export interface ItemCoverage {
  /** Areas of the implemented parts. */
  readonly areas: readonly { area: string; tested: number; total: number }[]
  /** Items of implemented parts without a test. */
  readonly missing: readonly SpecificationItem[]
  /** Items tested only outside `npm test` that are not listed in `server-only-items.ts`. */
  readonly unusual: readonly SpecificationItem[]
  /** Items listed in `server-only-items.ts` that a test of `npm test` nevertheless covers. */
  readonly usualAfterAll: readonly SpecificationItem[]
  /** Items of parts that are not implemented yet. */
  readonly ahead: readonly SpecificationItem[]
  /** Ids of a known area that match no item. */
  readonly unknown: readonly string[]
}

/** Calculates the test coverage of the items of implemented parts, by area. */
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
