import { parseSync, Visitor } from 'oxc-parser'

const ID = /\b([A-Z]{2,})-(\d{2})\b(?![-\d])/g

const idsIn = (text: string) => [...text.matchAll(ID)].map(([id]) => id)

/**
 * Ids in the strings of a test file. Titles are strings, and so are the tables that make titles (`it.each`, loops);
 * comments and code do not count.
 */
export const collectIds = (file: string, source: string): Set<string> => {
  const ids = new Set<string>()
  const add = (text: string) => {
    for (const id of idsIn(text)) ids.add(id)
  }
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') add(node.value)
    },
    TemplateElement(node) {
      add(node.value.cooked ?? '')
    },
    JSXText(node) {
      add(node.value)
    },
  }).visit(parseSync(file, source).program)
  return ids
}
