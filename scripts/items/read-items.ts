import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One checkable statement of the specification. */
export interface Item {
  readonly id: string
  readonly area: string
  readonly text: string
}

const ROW = /^\| (([A-Z]+)-\d{2}) \| (.*) \|$/gm

/** The rows of the tables of items.md. */
export const parseItems = (markdown: string): Item[] =>
  [...markdown.matchAll(ROW)].map(([, id = '', area = '', text = '']) => ({ id, area, text }))

/** The specification beside the checkout, when there is one, is the original of the copy kept in docs. */
const ORIGINAL = '../shared/spec/items.md'
const COPY = 'docs/items.md'

/** Reads the items; refuses to choose when the copy is not the original any more. */
export const readItems = (root: string): Item[] => {
  const copy = readFileSync(join(root, COPY), 'utf8')
  const original = join(root, ORIGINAL)
  if (existsSync(original) && readFileSync(original, 'utf8') !== copy)
    throw new Error(`${COPY} differs from ${ORIGINAL}: copy the original over it`)
  const items = parseItems(copy)
  if (items.length < 100) throw new Error(`${COPY} holds only ${items.length} items: its tables are not read right`)
  return items
}
