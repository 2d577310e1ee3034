import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser'

/** Place of a regular expression in the source code. */
export interface SourceLocation {
  readonly file: string
  readonly line: number
}

/** A regular expression whose complete text is known. */
export interface RegexPattern extends SourceLocation {
  readonly source: string
  readonly flags: string
}

export interface FoundPatterns {
  readonly patterns: RegexPattern[]
  /** Places where an expression is composed from parts, so that its text is known only at run time. */
  readonly composed: SourceLocation[]
}

/** Placeholder for the result of `RegExp.escape`, which always matches literally. */
const ESCAPED_PLACEHOLDER = 'x'

const isRegExp = (node: Expression) => node.type === 'Identifier' && node.name === 'RegExp'

const isEscapeCall = (node: Expression) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  isRegExp(node.callee.object) &&
  node.callee.property.type === 'Identifier' &&
  node.callee.property.name === 'escape'

/** Returns the text of an argument, or null if the text is known only at run time. */
const getStaticText = (node: Argument | undefined): string | null => {
  if (!node) return ''
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral' || !node.expressions.every(isEscapeCall)) return null
  return node.quasis.map(({ value }) => value.cooked).join(ESCAPED_PLACEHOLDER)
}

const getLine = (source: string, offset: number) => source.slice(0, offset).split('\n').length

/** Finds the regular expressions in a module, and the places where the module composes expressions. */
export const findPatterns = (file: string, text: string): FoundPatterns => {
  const patterns: RegexPattern[] = []
  const composed: SourceLocation[] = []
  const made = (node: { callee: Expression; arguments: Argument[]; start: number }) => {
    if (!isRegExp(node.callee)) return
    const site = { file, line: getLine(text, node.start) }
    const [source, flags] = [getStaticText(node.arguments[0]), getStaticText(node.arguments[1])]
    if (source === null || flags === null) composed.push(site)
    else patterns.push({ ...site, source, flags })
  }
  new Visitor({
    Literal: (node) => {
      if ('regex' in node)
        patterns.push({ file, line: getLine(text, node.start), source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(parseSync(file, text).program)
  return { patterns, composed }
}
