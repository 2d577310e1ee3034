import type { Item } from './read-items.ts'

/**
 * What is built of each page of the specification: all of it, or some areas. Every item of a built part must have a test; whoever
 * builds the next part adds it here.
 */
const BUILT: Readonly<Record<string, 'all' | readonly string[]>> = {
  'items.md': 'all',
  'sale/1-whatsapp.md': 'all',
  'sale/2-agents.md': 'all',
  'sale/3-team.md': ['PEOPLE', 'TRUST'],
}

/** Items of built areas that wait for a part to come. */
const WAITING: ReadonlySet<string> = new Set([
  // Leads have no owners yet, so there is nothing to hand over.
  'PEOPLE-03',
])

export const isBuilt = ({ page, area, id }: Pick<Item, 'page' | 'area' | 'id'>): boolean => {
  if (WAITING.has(id)) return false
  const parts = BUILT[page]
  return parts === 'all' || (parts?.includes(area) ?? false)
}
