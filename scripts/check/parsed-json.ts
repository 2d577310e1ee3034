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

/** Functions that return parsed JSON, and columns that store JSON. Their values must be validated by a schema before use. */
const JSON_FUNCTIONS = /^(parse(Storable|KeepingDigits)?|readJson|json)$/
const JSON_COLUMNS = new Set(['assistantState', 'attachment', 'meta', 'payload', 'params', 'query', 'body'])

const unwrapExpression = (node: Node | undefined): Node | undefined =>
  node?.type === 'ParenthesizedExpression' || node?.type === 'TSNonNullExpression'
    ? unwrapExpression(node.expression)
    : node?.type === 'AwaitExpression'
      ? unwrapExpression(node.argument)
      : node

const getNodeName = (node: Node | undefined) => (node?.type === 'MemberExpression' ? node.property?.name : node?.name) ?? ''

/** Whether a call returns unvalidated JSON. `JSON.parse(…)` does, but `schema.parse(…)` returns a validated value. */
const returnsJson = (callee: Node | undefined): boolean =>
  getNodeName(callee) === 'parse' ? callee?.object?.name === 'JSON' : JSON_FUNCTIONS.test(getNodeName(callee))

/** Returns the lines on which a module casts unvalidated JSON to a type, such as `JSON.parse(text) as Thing`. */
export const findUncheckedCasts = (file: string, source: string): number[] => {
  const lines: number[] = []
  new Visitor({
    TSAsExpression: (cast) => {
      const node = cast as unknown as Node & { start: number }
      if (node.typeAnnotation?.typeName?.name === 'const') return
      const what = unwrapExpression(node.expression)
      const isJson =
        what?.type === 'CallExpression'
          ? returnsJson(what.callee)
          : what?.type === 'MemberExpression' && JSON_COLUMNS.has(getNodeName(what))
      if (isJson) lines.push(source.slice(0, node.start).split('\n').length)
    },
  }).visit(parseSync(file, source).program)
  return lines
}
