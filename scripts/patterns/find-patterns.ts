import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser'

/** A place in the repository where a regular expression is written. */
export interface Site {
  readonly file: string
  readonly line: number
}

/** A complete regular expression. */
export interface Pattern extends Site {
  readonly source: string
  readonly flags: string
}

export interface Found {
  readonly patterns: Pattern[]
  /** Places where an expression is composed from parts, so that its text is known only at run time. */
  readonly composed: Site[]
}

/** Placeholder for the result of `RegExp.escape`, which matches literally whatever its value. */
const ESCAPED = 'x'

const isRegExp = (node: Expression) => node.type === 'Identifier' && node.name === 'RegExp'

const isEscaped = (node: Expression) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  isRegExp(node.callee.object) &&
  node.callee.property.type === 'Identifier' &&
  node.callee.property.name === 'escape'

/** Returns the constant text of an argument, or null if it depends on the run. */
const staticText = (node: Argument | undefined): string | null => {
  if (!node) return ''
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral' || !node.expressions.every(isEscaped)) return null
  return node.quasis.map(({ value }) => value.cooked).join(ESCAPED)
}

const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length

/** Finds the regular expressions in a module, and the places where it composes one. */
export const findPatterns = (file: string, text: string): Found => {
  const patterns: Pattern[] = []
  const composed: Site[] = []
  const made = (node: { callee: Expression; arguments: Argument[]; start: number }) => {
    if (!isRegExp(node.callee)) return
    const site = { file, line: lineAt(text, node.start) }
    const [source, flags] = [staticText(node.arguments[0]), staticText(node.arguments[1])]
    if (source === null || flags === null) composed.push(site)
    else patterns.push({ ...site, source, flags })
  }
  new Visitor({
    Literal: (node) => {
      if ('regex' in node)
        patterns.push({ file, line: lineAt(text, node.start), source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(parseSync(file, text).program)
  return { patterns, composed }
}
