import type { SpecificationItem } from './read-items.ts'

/** Implemented areas of each page of the specification, or 'all'. Every item of an implemented area needs a test. */
const IMPLEMENTED_AREAS: Readonly<Record<string, 'all' | readonly string[]>> = {
  'items.md': 'all',
  'sale/1-whatsapp.md': 'all',
  'sale/2-agents.md': 'all',
  'sale/3-team.md': ['PEOPLE', 'TRUST'],
}

/** Items of implemented areas that depend on a part of the product that is not implemented yet. */
const BLOCKED_ITEMS: ReadonlySet<string> = new Set([
  // Leads have no owners yet, so nothing can be handed over.
  'PEOPLE-03',
])

export const isImplemented = ({ page, area, id }: Pick<SpecificationItem, 'page' | 'area' | 'id'>): boolean => {
  if (BLOCKED_ITEMS.has(id)) return false
  const parts = IMPLEMENTED_AREAS[page]
  return parts === 'all' || (parts?.includes(area) ?? false)
}
