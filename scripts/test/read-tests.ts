import { type CallExpression, type Expression, type Node, parseSync, Visitor } from 'oxc-parser'
import { WIDE } from './wide.ts'

const TESTS = new Set(['it', 'test', 'describe'])

/** Returns the base name of a test call: 'it' of `it`, `it.each(…)` and `it.skipIf(…)`. Returns null for other nodes. */
const headOf = (node: Node): string | null => {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return headOf(node.object)
  return node.type === 'CallExpression' ? headOf(node.callee) : null
}

export const isTest = ({ callee, arguments: [title, ...rest] }: CallExpression): boolean =>
  title !== undefined && rest.length > 0 && TESTS.has(headOf(callee) ?? '')

const titleOf = ({ arguments: [title] }: CallExpression, source: string): string =>
  title === undefined ? '' : source.slice(title.start, title.end)

/** Whether a test's title contains the `@wide` mark or the constant WIDE. */
export const isWide = (call: CallExpression, source: string): boolean =>
  titleOf(call, source).includes(WIDE) || /\bWIDE\b/.test(titleOf(call, source))

const SERVERS = new Set(['TEST_DATABASE_URL', 'TEST_REDIS_URL'])
/** Matches the mark in a title of a test whose condition is defined in another file. */
const SAYS_SO = /\bneeds TEST_(?:DATABASE|REDIS)_URL\b/

type Constants = ReadonlyMap<string, Node>

const nameOf = (property: Node): string => {
  if (property.type === 'Identifier') return property.name
  return property.type === 'Literal' ? String(property.value) : ''
}

/** Returns true for a condition that requires a server, false for one that requires its absence, and null for any other condition. */
const holdsWithServer = (node: Node, constants: Constants): boolean | null => {
  if (node.type === 'MemberExpression') return SERVERS.has(nameOf(node.property)) ? true : null
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    const argument = holdsWithServer(node.argument, constants)
    return argument === null ? null : !argument
  }
  if (node.type === 'LogicalExpression') return holdsWithServer(node.left, constants) ?? holdsWithServer(node.right, constants)
  if (node.type === 'CallExpression') return node.arguments[0] ? holdsWithServer(node.arguments[0], constants) : null
  const named = node.type === 'Identifier' ? constants.get(node.name) : undefined
  return named ? holdsWithServer(named, constants) : null
}

const conditionAsks = (callee: Expression, constants: Constants): boolean => {
  if (callee.type === 'MemberExpression') return conditionAsks(callee.object, constants)
  if (callee.type !== 'CallExpression') return false
  const [condition] = callee.arguments
  const how = callee.callee.type === 'MemberExpression' ? nameOf(callee.callee.property) : ''
  if (condition && (how === 'runIf' || how === 'skipIf') && holdsWithServer(condition, constants) === (how === 'runIf'))
    return true
  return conditionAsks(callee.callee, constants)
}

/** Whether a test runs only if a PostgreSQL or Redis server is configured, which is never the case in `npm test`. */
export const needsServer = (call: CallExpression, source: string, constants: Constants): boolean =>
  SAYS_SO.test(titleOf(call, source)) || conditionAsks(call.callee, constants)

/** Returns the titles of long-running tests as written in the source. */
export const wideTitles = (file: string, source: string): string[] => {
  const titles: string[] = []
  new Visitor({
    CallExpression: (call) => {
      if (isTest(call) && isWide(call, source)) titles.push(titleOf(call, source))
    },
  }).visit(parseSync(file, source).program)
  return titles
}
