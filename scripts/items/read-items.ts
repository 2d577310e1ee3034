import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An item: one statement of the specification that a test can verify. */
export interface SpecificationItem {
  readonly id: string
  readonly area: string
  readonly text: string
  /** Path of the page that contains the item, relative to docs/. */
  readonly page: string
}

const ITEM_ROW = /^\| (([A-Z]+)-\d{2}) \| (.*) \|$/gm

export const parseItems = (markdown: string, page: string): SpecificationItem[] =>
  [...markdown.matchAll(ITEM_ROW)].map(([, id = '', area = '', text = '']) => ({ id, area, text, page }))

/** Minimum number of items on each page with item tables. If fewer are found, the parser is broken. */
const MIN_ITEMS_BY_PAGE: Readonly<Record<string, number>> = {
  'items.md': 500,
  'sale/1-whatsapp.md': 80,
  'sale/2-agents.md': 75,
  'sale/3-team.md': 80,
  'sale/4-day.md': 80,
}

/** Folder with the originals of the specification, of which docs/ contains copies. May be missing. */
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
