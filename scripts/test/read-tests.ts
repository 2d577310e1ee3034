import { type CallExpression, type Expression, type Node, parseSync, Visitor } from 'oxc-parser'
import { WIDE } from './wide.ts'

const TEST_FUNCTIONS = new Set(['it', 'test', 'describe'])

/** Returns the base name of a test call: 'it' for `it`, `it.each(…)` and `it.skipIf(…)`. Returns null for other nodes. */
const getTestFunctionName = (node: Node): string | null => {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return getTestFunctionName(node.object)
  return node.type === 'CallExpression' ? getTestFunctionName(node.callee) : null
}

export const isTestCall = ({ callee, arguments: [title, ...rest] }: CallExpression): boolean =>
  title !== undefined && rest.length > 0 && TEST_FUNCTIONS.has(getTestFunctionName(callee) ?? '')

const getTitle = ({ arguments: [title] }: CallExpression, source: string): string =>
  title === undefined ? '' : source.slice(title.start, title.end)

/** Whether a test is marked as long-running: its title contains `@wide` or the constant WIDE. */
export const isWideTest = (call: CallExpression, source: string): boolean =>
  getTitle(call, source).includes(WIDE) || /\bWIDE\b/.test(getTitle(call, source))

const SERVER_VARIABLES = new Set(['TEST_DATABASE_URL', 'TEST_REDIS_URL'])
/** Matches the mark of a test that needs a server although the condition is not visible in its file. */
const NEEDS_SERVER_MARK = /\bneeds TEST_(?:DATABASE|REDIS)_URL\b/

type Constants = ReadonlyMap<string, Node>

const getPropertyName = (property: Node): string => {
  if (property.type === 'Identifier') return property.name
  return property.type === 'Literal' ? String(property.value) : ''
}

/** Evaluates a condition as if a database server were configured. Returns null for a condition that does not depend on a server. */
const evaluateWithServer = (node: Node, constants: Constants): boolean | null => {
  if (node.type === 'MemberExpression') return SERVER_VARIABLES.has(getPropertyName(node.property)) ? true : null
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    const argument = evaluateWithServer(node.argument, constants)
    return argument === null ? null : !argument
  }
  if (node.type === 'LogicalExpression')
    return evaluateWithServer(node.left, constants) ?? evaluateWithServer(node.right, constants)
  if (node.type === 'CallExpression') return node.arguments[0] ? evaluateWithServer(node.arguments[0], constants) : null
  const named = node.type === 'Identifier' ? constants.get(node.name) : undefined
  return named ? evaluateWithServer(named, constants) : null
}

const doesConditionNeedServer = (callee: Expression, constants: Constants): boolean => {
  if (callee.type === 'MemberExpression') return doesConditionNeedServer(callee.object, constants)
  if (callee.type !== 'CallExpression') return false
  const [condition] = callee.arguments
  const how = callee.callee.type === 'MemberExpression' ? getPropertyName(callee.callee.property) : ''
  if (condition && (how === 'runIf' || how === 'skipIf') && evaluateWithServer(condition, constants) === (how === 'runIf'))
    return true
  return doesConditionNeedServer(callee.callee, constants)
}

/** Whether a test runs only if a PostgreSQL or Redis server is configured. `npm test` never configures one. */
export const needsServer = (call: CallExpression, source: string, constants: Constants): boolean =>
  NEEDS_SERVER_MARK.test(getTitle(call, source)) || doesConditionNeedServer(call.callee, constants)

export const extractWideTitles = (file: string, source: string): string[] => {
  const titles: string[] = []
  new Visitor({
    CallExpression: (call) => {
      if (isTestCall(call) && isWideTest(call, source)) titles.push(getTitle(call, source))
    },
  }).visit(parseSync(file, source).program)
  return titles
}
