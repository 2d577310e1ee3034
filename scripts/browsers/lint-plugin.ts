import {
  browsersWithoutGlobal,
  browsersWithoutInstanceMember,
  browsersWithoutMember,
  browsersWithoutMethod,
  browsersWithoutPattern,
} from './browser-support.ts'
import { type BrowserName, OLDEST_BROWSERS } from './oldest-browsers.ts'

/** Fields of an ESTree syntax node that the lint rule reads. */
interface Node {
  readonly type: string
  readonly name?: string
  readonly computed?: boolean
  readonly object?: Node
  readonly property?: Node
  readonly callee?: Node
  readonly regex?: { readonly pattern: string }
  readonly value?: unknown
}

interface Scope {
  readonly upper: Scope | null
  readonly set: ReadonlyMap<string, { readonly defs: readonly { readonly node: { readonly init?: Node | null } }[] }>
}

interface Context {
  readonly sourceCode: { isGlobalReference(node: Node): boolean; getScope(node: Node): Scope }
  report(problem: { node: Node; message: string }): void
}

/**
 * Returns the dotted name of an expression that starts with a browser global, such as `navigator.clipboard`. Returns null for any other
 * expression.
 */
const getGlobalPath = (node: Node | undefined, context: Context): string | null => {
  if (node?.type === 'Identifier') return context.sourceCode.isGlobalReference(node) ? (node.name ?? null) : null
  if (node?.type !== 'MemberExpression' || node.computed) return null
  const owner = getGlobalPath(node.object, context)
  const name = node.property?.name
  if (owner === null || name === undefined) return null
  return owner === 'window' || owner === 'globalThis' ? name : `${owner}.${name}`
}

/**
 * Returns the name of the global class of which an expression is an instance. Returns null unless the module shows the class in a `new`
 * expression.
 */
const getInstanceClass = (node: Node | undefined, context: Context): string | null => {
  if (node?.type === 'NewExpression') return getGlobalPath(node.callee, context)
  if (node?.type !== 'Identifier' || node.name === undefined) return null
  for (let scope: Scope | null = context.sourceCode.getScope(node); scope; scope = scope.upper) {
    const variable = scope.set.get(node.name)
    const init = variable?.defs[0]?.node.init
    if (variable) return init?.type === 'NewExpression' ? getGlobalPath(init.callee, context) : null
  }
  return null
}

const formatBrowsers = (missing: readonly BrowserName[]) => missing.map((name) => `${name} ${OLDEST_BROWSERS[name]}`).join(', ')

const createRule = (context: Context) => {
  const report = (node: Node, what: string, missing: readonly BrowserName[]) => {
    if (missing.length > 0) context.report({ node, message: `${what} is missing in ${formatBrowsers(missing)}.` })
  }
  const checkGlobal = ({ callee }: Node) => {
    const name = getGlobalPath(callee, context)
    if (callee?.type === 'Identifier' && name !== null) report(callee, name, browsersWithoutGlobal(name))
  }
  const checkMember = (node: Node) => {
    const name = node.property?.name
    if (node.computed || name === undefined) return
    const owner = getGlobalPath(node.object, context)
    if (owner !== null) return report(node, `${owner}.${name}`, browsersWithoutMember(owner, name))
    const made = getInstanceClass(node.object, context)
    if (made !== null) report(node, `.${name} of ${made}`, browsersWithoutInstanceMember(made, name))
  }
  return {
    MemberExpression: checkMember,
    NewExpression: checkGlobal,
    CallExpression: (node: Node) => {
      checkGlobal(node)
      const { callee } = node
      const name = callee?.type === 'MemberExpression' && !callee.computed ? callee.property?.name : undefined
      if (!callee || name === undefined) return
      const owner = getGlobalPath(callee.object, context)
      const isReported = owner !== null && browsersWithoutMember(owner, name).length > 0
      if (!isReported) report(callee, `.${name}()`, browsersWithoutMethod(name))
    },
    Literal: (node: Node) => {
      const source = node.regex?.pattern ?? (typeof node.value === 'string' ? node.value : '')
      report(node, 'Lookbehind in a regular expression', browsersWithoutPattern(source))
    },
    TemplateElement: (node: Node) => {
      const { raw } = node.value as { raw: string }
      report(node, 'Lookbehind in a regular expression', browsersWithoutPattern(raw))
    },
  }
}

/**
 * Plugin for oxlint that reports APIs and syntax missing in the oldest supported browsers. Code that checks for a feature at run time must
 * disable the rule with a comment.
 */
export default { meta: { name: 'browsers' }, rules: { supported: { create: createRule } } }
