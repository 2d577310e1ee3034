import type { Item } from './read-items.ts'

/**
 * What is built of each page of the specification: all of it, or some areas. Every item of a built part must have a test; whoever
 * builds the next part adds it here.
 */
const BUILT: Readonly<Record<string, 'all' | readonly string[]>> = {
  'items.md': 'all',
}

export const isBuilt = ({ page, area }: Pick<Item, 'page' | 'area'>): boolean => {
  const parts = BUILT[page]
  return parts === 'all' || (parts?.includes(area) ?? false)
}
