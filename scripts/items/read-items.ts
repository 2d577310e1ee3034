import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One verifiable statement of the specification. */
export interface SpecificationItem {
  readonly id: string
  readonly area: string
  readonly text: string
  /** Path of the page with the item, relative to docs/. */
  readonly page: string
}

const ITEM_ROW = /^\| (([A-Z]+)-\d{2}) \| (.*) \|$/gm

/** Parses the rows of a page's item tables. */
export const parseItems = (markdown: string, page: string): SpecificationItem[] =>
  [...markdown.matchAll(ITEM_ROW)].map(([, id = '', area = '', text = '']) => ({ id, area, text, page }))

/** Pages with item tables, each with a minimum number of items; fewer mean a parsing error. */
const MIN_ITEMS_BY_PAGE: Readonly<Record<string, number>> = {
  'items.md': 500,
  'sale/1-whatsapp.md': 80,
  'sale/2-agents.md': 75,
  'sale/3-team.md': 80,
  'sale/4-day.md': 80,
}

/** If this folder exists next to the checkout, it contains the originals of the specification's copies in docs/. */
const ORIGINALS_FOLDER = '../shared/spec'

/**
 * Reads the items of all pages.
 * @throws if a copy differs from its original
 */
export const readItems = (root: string): SpecificationItem[] =>
  Object.entries(MIN_ITEMS_BY_PAGE).flatMap(([page, atLeast]) => {
    const copy = readFileSync(join(root, 'docs', page), 'utf8')
    const original = join(root, ORIGINALS_FOLDER, page)
    if (existsSync(original) && readFileSync(original, 'utf8') !== copy)
      throw new Error(`docs/${page} differs from ${ORIGINALS_FOLDER}/${page}: copy the original over it`)
    const items = parseItems(copy, page)
    if (items.length < atLeast) throw new Error(`docs/${page} holds only ${items.length} items: its tables are not read right`)
    return items
  })
