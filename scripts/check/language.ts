import { parseSync, Visitor } from 'oxc-parser'

/** Attributes, properties and functions whose text is shown to users, even if the text is a single word. */
const VISIBLE_ATTRIBUTES = new Set([
  'aria-label',
  'title',
  'placeholder',
  'label',
  'description',
  'alt',
  'confirm',
  'cancel',
  'legend',
])
const VISIBLE_PROPERTIES = new Set(['message', 'title', 'label', 'description', 'detail', 'what', 'hint', 'text', 'nav'])

interface Node {
  type: string
  name?: string
  value?: unknown
  quasis?: { value: { cooked: string } }[]
  consequent?: Node
  alternate?: Node
  right?: Node
  expression?: Node
}

/** Returns the texts that an expression may have: both branches of a conditional, and templates with '…' for each placeholder. */
const extractTexts = (node: Node | null | undefined): string[] => {
  if (!node) return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateLiteral') return [node.quasis?.map(({ value }) => value.cooked).join('…') ?? '']
  if (node.type === 'ConditionalExpression') return [...extractTexts(node.consequent), ...extractTexts(node.alternate)]
  if (node.type === 'LogicalExpression') return extractTexts(node.right)
  if (node.type === 'JSXExpressionContainer') return extractTexts(node.expression)
  return node.type === 'JSXText' ? [String(node.value)] : []
}

const isSentence = (text: string) => /^\p{Lu}\S* \S/u.test(text)

/**
 * Returns the texts of a module that users read: JSX text, values of `VISIBLE_ATTRIBUTES`, and sentences. Internal error messages are
 * excluded.
 */
export const extractVisibleTexts = (file: string, source: string): string[] => {
  const found = new Set<string>()
  const internal = new Set<string>()
  const take = (node: unknown) => {
    for (const text of extractTexts(node as Node)) found.add(text)
  }
  new Visitor({
    JSXElement: ({ children }) => children.forEach(take),
    JSXFragment: ({ children }) => children.forEach(take),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && VISIBLE_ATTRIBUTES.has(name.name)) take(value)
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && VISIBLE_PROPERTIES.has(key.name)) take(value)
    },
    NewExpression: ({ callee, arguments: given }) => {
      if ((callee as Node).name === 'Error')
        for (const one of given) for (const text of extractTexts(one as Node)) internal.add(text)
    },
    Literal: ({ value }) => {
      if (typeof value === 'string' && isSentence(value)) found.add(value)
    },
    TemplateLiteral: (node) => {
      if (isSentence(extractTexts(node as Node)[0] ?? '')) take(node)
    },
  }).visit(parseSync(file, source).program)
  return [...found]
    .filter((text) => !internal.has(text))
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /\p{L}/u.test(text))
}

/** Matches words that are frequent in English and do not exist in Portuguese. */
const ENGLISH_WORDS =
  /\b(?:the|and|of|to|with|from|your|you|is|are|was|not|must|can|please|failed|try|again|show|hide|load|loading|saved?|sen[dt]|deleted?|cancel|cancelled|close|open|back|next|search|users?|settings|sign|passwords?|name|invalid|required|errors?|success|welcome|yes|characters?|received|light|dark|system)\b/i

export const isEnglish = (text: string): boolean => ENGLISH_WORDS.test(text)
