import { parseSync, Visitor } from 'oxc-parser'

interface Node {
  type: string
  name?: string
  value?: unknown
  callee?: Node
  property?: Node
  object?: Node
  argument?: Node
  expression?: Node
  typeAnnotation?: Node & { typeName?: Node }
}

/** Functions that return parsed JSON, and columns that store JSON. Their type is unknown until a schema has parsed them. */
const BRING_JSON = /^(parse(Storable|KeepingDigits)?|readJson|json)$/
const KEPT_AS_JSON = new Set(['assistantState', 'attachment', 'meta', 'payload', 'params', 'query', 'body'])

const inside = (node: Node | undefined): Node | undefined =>
  node?.type === 'ParenthesizedExpression' || node?.type === 'TSNonNullExpression'
    ? inside(node.expression)
    : node?.type === 'AwaitExpression'
      ? inside(node.argument)
      : node

const nameOf = (node: Node | undefined) => (node?.type === 'MemberExpression' ? node.property?.name : node?.name) ?? ''

/** Only JSON.parse returns an unknown type; `x.parse(…)` of a schema returns a known one. */
const bringsJson = (callee: Node | undefined): boolean =>
  nameOf(callee) === 'parse' ? callee?.object?.name === 'JSON' : BRING_JSON.test(nameOf(callee))

/** Returns the lines on which a module casts unvalidated JSON to a type, such as `JSON.parse(text) as Thing`. */
export const uncheckedCasts = (file: string, source: string): number[] => {
  const lines: number[] = []
  new Visitor({
    TSAsExpression: (cast) => {
      const node = cast as unknown as Node & { start: number }
      if (node.typeAnnotation?.typeName?.name === 'const') return
      const what = inside(node.expression)
      const isJson =
        what?.type === 'CallExpression'
          ? bringsJson(what.callee)
          : what?.type === 'MemberExpression' && KEPT_AS_JSON.has(nameOf(what))
      if (isJson) lines.push(source.slice(0, node.start).split('\n').length)
    },
  }).visit(parseSync(file, source).program)
  return lines
}
