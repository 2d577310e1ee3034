import type { Item } from './read-items.ts'

export interface TestFile {
  readonly file: string
  readonly ids: ReadonlySet<string>
}

export interface Coverage {
  readonly areas: readonly { area: string; tested: number; total: number }[]
  readonly missing: readonly Item[]
  /** Ids of a known area that no item has. */
  readonly unknown: readonly string[]
}

/** Which items some test names, area by area. */
export const itemCoverage = (items: readonly Item[], tests: readonly TestFile[]): Coverage => {
  const named = new Set(tests.flatMap(({ ids }) => [...ids]))
  const known = new Set(items.map(({ id }) => id))
  const areas = [...new Set(items.map(({ area }) => area))]
  const areaOf = (id: string) => id.slice(0, id.indexOf('-'))
  return {
    areas: areas.map((area) => {
      const own = items.filter((item) => item.area === area)
      return { area, tested: own.filter(({ id }) => named.has(id)).length, total: own.length }
    }),
    missing: items.filter(({ id }) => !named.has(id)),
    unknown: tests.flatMap(({ file, ids }) =>
      [...ids].filter((id) => areas.includes(areaOf(id)) && !known.has(id)).map((id) => `${file} names ${id}, which is no item`),
    ),
  }
}
