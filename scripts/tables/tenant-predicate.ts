import { type Node, parseSync, Visitor } from 'oxc-parser'

/** Module that defines `whereTenant`, the only permitted comparison of a table's tenant. */
const OF_TENANT_MODULE = 'apps/server/src/platform/database/queries/where-tenant.ts'

const isTenantColumn = (node: Node | undefined, isTable: (name: string) => boolean): boolean =>
  node?.type === 'MemberExpression' &&
  node.property.type === 'Identifier' &&
  node.property.name === 'tenantId' &&
  node.object.type === 'Identifier' &&
  isTable(node.object.name)

/** Returns the lines on which a module compares a table's tenant directly, by `eq` or in SQL, instead of with `whereTenant`. */
export const findDirectTenantComparisons = (file: string, source: string): number[] => {
  if (file === OF_TENANT_MODULE) return []
  const { program, module } = parseSync(file, source)
  const tables = new Set(
    module.staticImports
      .filter(({ moduleRequest }) => moduleRequest.value.includes('/schema/'))
      .flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  )
  const found = new Set<number>()
  const note = ({ start }: { start: number }) => found.add(source.slice(0, start).split('\n').length)
  new Visitor({
    CallExpression: (call) => {
      if (call.callee.type !== 'Identifier' || call.callee.name !== 'eq') return
      const [left, right] = call.arguments
      // On the left side, `tenantId` of any object is a column. On the right side it may be a plain value, so only that of an imported
      // table is a column.
      if (isTenantColumn(left, () => true) || isTenantColumn(right, (name) => tables.has(name))) note(call)
    },
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (tag.type !== 'Identifier' && tag.type !== 'MemberExpression') return
      for (const [i, expression] of quasi.expressions.entries())
        if (isTenantColumn(expression, () => true) && /^\s*=/.test(quasi.quasis[i + 1]?.value.raw ?? '')) note(expression)
    },
  }).visit(program)
  return [...found]
}

/** Returns a problem for each direct comparison of a table's tenant in a module. */
export const findTenantPredicateProblems = (file: string, source: string): string[] =>
  findDirectTenantComparisons(file, source).map(
    (line) => `${file}:${line} compares a tenant by itself: ofTenant of database/queries/where-tenant.ts does that`,
  )
