import type { Item } from './read-items.ts'

/** Implemented areas of each page of the specification, or 'all'. Every item of these needs a test. Add the areas of a new part here. */
const BUILT: Readonly<Record<string, 'all' | readonly string[]>> = {
  'items.md': 'all',
  'sale/1-whatsapp.md': 'all',
  'sale/2-agents.md': 'all',
  'sale/3-team.md': ['PEOPLE', 'TRUST'],
}

/** Items of implemented areas that depend on a part not implemented yet. */
const WAITING: ReadonlySet<string> = new Set([
  // Leads have no owners yet, so nothing can be handed over.
  'PEOPLE-03',
])

export const isBuilt = ({ page, area, id }: Pick<Item, 'page' | 'area' | 'id'>): boolean => {
  if (WAITING.has(id)) return false
  const parts = BUILT[page]
  return parts === 'all' || (parts?.includes(area) ?? false)
}
