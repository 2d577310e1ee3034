import { type Node, parseSync, Visitor } from 'oxc-parser'
import { EXCEPTIONS, OWNERS } from './owners.ts'

const SERVER = 'apps/server/src/'
/** Files that may write any table: demo data and tests. */
const FREE = /^(demo|testing)\/|\.test\.ts$|\/testing\//

/** Tables: the name in the database and the name in code. */
export type TableNames = ReadonlyMap<string, string>

/** Returns the tables that a schema file defines, as pairs of the name in the database and the name in code. */
export const tablesIn = (file: string, source: string): [inDatabase: string, inCode: string][] => {
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

const nameOf = (node: Node | null | undefined): string | null => (node?.type === 'Identifier' ? node.name : null)
const BUILDERS = new Set(['insert', 'update', 'delete'])
/** Whether an expression is a database such as `tx.db` or `db`, and not a Set or a hash with a method of the same name. */
const isDatabase = (node: Node): boolean =>
  node.type === 'MemberExpression' ? nameOf(node.property) === 'db' : nameOf(node) === 'db'

export interface Write {
  table: string
  line: number
}

/** Returns the table writes of a module, by the query builder or in SQL. Also recognises a table under an alias in the module. */
export const writesIn = (file: string, source: string, tables: TableNames): Write[] => {
  const { program } = parseSync(file, source)
  const aliases = new Map<string, string>()
  const writes: Write[] = []
  const inCode = new Set(tables.values())
  const known = (name: string) => aliases.get(name) ?? name
  const note = (table: string, { start }: { start: number }) =>
    writes.push({ table, line: source.slice(0, start).split('\n').length })
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      const [name, of] = [nameOf(id), nameOf(init)]
      if (name && of && inCode.has(of)) aliases.set(name, of)
    },
    CallExpression: (call) => {
      const { callee } = call
      if (callee.type !== 'MemberExpression' || !BUILDERS.has(nameOf(callee.property) ?? '') || !isDatabase(callee.object)) return
      note(known(nameOf(call.arguments[0]) ?? 'a table that is not named'), call)
    },
    TaggedTemplateExpression: (template) => {
      if (nameOf(template.tag) !== 'sql') return
      const { quasis, expressions } = template.quasi
      const text = quasis.map(({ value }, i) => value.raw + (expressions[i] ? ` @${nameOf(expressions[i]) ?? ''} ` : '')).join('')
      for (const [, verb = '', name = ''] of text.matchAll(/\b(INSERT INTO|(?<!FOR |DO )UPDATE|DELETE FROM)\s+(@?\w+)/g)) {
        const table = name.startsWith('@') ? known(name.slice(1)) : tables.get(name)
        if (verb && table && inCode.has(table)) note(table, template)
      }
    },
  }).visit(program)
  return writes
}

const ownerOf = (place: string): string => {
  const [root = '', feature = ''] = place.split('/')
  return root === 'features' ? feature : root
}

/** Returns a problem for each write to a table of another feature, and for each table without an owner. */
export const writerProblems = (file: string, source: string, tables: TableNames): string[] => {
  const place = file.slice(SERVER.length)
  if (FREE.test(place)) return []
  return writesIn(file, source, tables).flatMap(({ table, line }) => {
    const owner = OWNERS[table]
    if (owner === undefined) return [`${file}:${line} writes ${table}, which has no owner in scripts/tables/owners.ts`]
    if (owner === ownerOf(place) || EXCEPTIONS[place]?.tables.includes(table)) return []
    return [`${file}:${line} writes ${table}, which is ${owner}'s: ask for it in features/${owner}/ports.ts`]
  })
}
