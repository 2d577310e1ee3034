import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One checkable statement of the specification. */
export interface Item {
  readonly id: string
  readonly area: string
  readonly text: string
  /** The page whose table it stands in, from docs/. */
  readonly page: string
}

const ROW = /^\| (([A-Z]+)-\d{2}) \| (.*) \|$/gm

/** The rows of the item tables of a page. */
export const parseItems = (markdown: string, page: string): Item[] =>
  [...markdown.matchAll(ROW)].map(([, id = '', area = '', text = '']) => ({ id, area, text, page }))

/** The pages with item tables, and fewer items than which mean that a table is not read right. */
const PAGES: Readonly<Record<string, number>> = {
  'items.md': 500,
  'sale/1-whatsapp.md': 80,
  'sale/2-agents.md': 75,
  'sale/3-team.md': 80,
  'sale/4-day.md': 80,
}

/** The specification beside the checkout, when there is one, is the original of the copies kept in docs. */
const ORIGINALS = '../shared/spec'

/** Reads the items; refuses to choose when a copy is not the original any more. */
export const readItems = (root: string): Item[] =>
  Object.entries(PAGES).flatMap(([page, atLeast]) => {
    const copy = readFileSync(join(root, 'docs', page), 'utf8')
    const original = join(root, ORIGINALS, page)
    if (existsSync(original) && readFileSync(original, 'utf8') !== copy)
      throw new Error(`docs/${page} differs from ${ORIGINALS}/${page}: copy the original over it`)
    const items = parseItems(copy, page)
    if (items.length < atLeast) throw new Error(`docs/${page} holds only ${items.length} items: its tables are not read right`)
    return items
  })
