import { type Node, parseSync, Visitor } from 'oxc-parser'
import { TABLE_OWNERS, WRITE_EXCEPTIONS } from './table-owners.ts'

const SERVER_FOLDER = 'apps/server/src/'
/** Files that may write any table: demo data and tests. */
const UNRESTRICTED_FILES = /^(demo|testing)\/|\.test\.ts$|\/testing\//

/** Names of tables in the code, by their names in the database. */
export type TableNames = ReadonlyMap<string, string>

/** Returns the tables that a schema file defines: name in the database and name in the code. */
export const extractTableNames = (file: string, source: string): [inDatabase: string, inCode: string][] => {
  const found: [string, string][] = []
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return
      const [name] = init.arguments
      if (init.callee.name === 'pgTable' && name?.type === 'Literal') found.push([String(name.value), id.name])
    },
  }).visit(parseSync(file, source).program)
  return found
}

const getIdentifierName = (node: Node | null | undefined): string | null => (node?.type === 'Identifier' ? node.name : null)
const WRITE_METHODS = new Set(['insert', 'update', 'delete'])
/**
 * Whether an expression is a database, such as `tx.db` or `db`. Other objects, such as a Set, also have methods named `delete` or `update`.
 */
const isDatabase = (node: Node): boolean =>
  node.type === 'MemberExpression' ? getIdentifierName(node.property) === 'db' : getIdentifierName(node) === 'db'

export interface TableWrite {
  table: string
  line: number
}

/** Returns the table writes of a module, by the query builder or in SQL. Also recognises tables that the module uses under an alias. */
export const extractTableWrites = (file: string, source: string, tables: TableNames): TableWrite[] => {
  const { program } = parseSync(file, source)
  const aliases = new Map<string, string>()
  const writes: TableWrite[] = []
  const inCode = new Set(tables.values())
  const known = (name: string) => aliases.get(name) ?? name
  const note = (table: string, { start }: { start: number }) =>
    writes.push({ table, line: source.slice(0, start).split('\n').length })
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      const [name, of] = [getIdentifierName(id), getIdentifierName(init)]
      if (name && of && inCode.has(of)) aliases.set(name, of)
    },
    CallExpression: (call) => {
      const { callee } = call
      if (
        callee.type !== 'MemberExpression' ||
        !WRITE_METHODS.has(getIdentifierName(callee.property) ?? '') ||
        !isDatabase(callee.object)
      )
        return
      note(known(getIdentifierName(call.arguments[0]) ?? 'a table that is not named'), call)
    },
    TaggedTemplateExpression: (template) => {
      if (getIdentifierName(template.tag) !== 'sql') return
      const { quasis, expressions } = template.quasi
      const text = quasis
        .map(({ value }, i) => value.raw + (expressions[i] ? ` @${getIdentifierName(expressions[i]) ?? ''} ` : ''))
        .join('')
      for (const [, verb = '', name = ''] of text.matchAll(/\b(INSERT INTO|(?<!FOR |DO )UPDATE|DELETE FROM)\s+(@?\w+)/g)) {
        const table = name.startsWith('@') ? known(name.slice(1)) : tables.get(name)
        if (verb && table && inCode.has(table)) note(table, template)
      }
    },
  }).visit(program)
  return writes
}

const getOwner = (place: string): string => {
  const [root = '', feature = ''] = place.split('/')
  return root === 'features' ? feature : root
}

/** Returns a problem for each write to a table of another feature or to a table without an owner. */
export const findTableWriteProblems = (file: string, source: string, tables: TableNames): string[] => {
  const place = file.slice(SERVER_FOLDER.length)
  if (UNRESTRICTED_FILES.test(place)) return []
  return extractTableWrites(file, source, tables).flatMap(({ table, line }) => {
    const owner = TABLE_OWNERS[table]
    if (owner === undefined) return [`${file}:${line} writes ${table}, which has no owner in scripts/tables/table-owners.ts`]
    if (owner === getOwner(place) || WRITE_EXCEPTIONS[place]?.tables.includes(table)) return []
    return [`${file}:${line} writes ${table}, which is ${owner}'s: ask for it in features/${owner}/ports.ts`]
  })
}
