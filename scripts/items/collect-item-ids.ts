import { type CallExpression, type ForOfStatement, type Node, parseSync, Visitor } from 'oxc-parser'
import { isTestCall, isWideTest, needsServer } from '../test/read-tests.ts'

const ITEM_ID_PATTERN = /\b([A-Z]{2,})-(\d{2})\b(?![-\d])/g

const extractIds = (text: string) => [...text.matchAll(ITEM_ID_PATTERN)].map(([id]) => id)

type SourceSpan = readonly [start: number, end: number]
const isWithinSpans = ({ start, end }: Node, spans: readonly SourceSpan[]) =>
  spans.some(([from, to]) => from <= start && end <= to)

/**
 * Returns the ids of specification items in test titles and in the tables from which titles are generated (`it.each`, loops). Ignores
 * comments, code and other strings.
 * @param usual whether to read only tests that `npm test` runs; excludes long tests and those that need a server
 */
export const collectItemIds = (file: string, source: string, { usual = false } = {}): Set<string> => {
  const { program } = parseSync(file, source)
  const calls: CallExpression[] = []
  const loops: ForOfStatement[] = []
  const constants = new Map<string, Node>()
  new Visitor({
    CallExpression: (call) => {
      calls.push(call)
    },
    ForOfStatement: (loop) => {
      loops.push(loop)
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) constants.set(id.name, init)
    },
  }).visit(program)
  const elsewhere = calls
    .filter((call) => usual && isTestCall(call) && (isWideTest(call, source) || needsServer(call, source, constants)))
    .map(({ start, end }): SourceSpan => [start, end])
  const tests = calls.filter((call) => isTestCall(call) && !isWithinSpans(call, elsewhere))
  const titles = tests.flatMap(({ arguments: [title] }): SourceSpan[] => (title ? [[title.start, title.end]] : []))
  const tables: SourceSpan[] = [
    ...tests.flatMap(({ callee }): SourceSpan[] =>
      callee.type === 'CallExpression' ? callee.arguments.map(({ start, end }) => [start, end]) : [],
    ),
    ...loops
      .filter(({ body }) => tests.some((call) => isWithinSpans(call, [[body.start, body.end]])))
      .map(({ right }): SourceSpan => [right.start, right.end]),
  ]
  // Follows constants in titles and tables, also those that name further constants.
  const spans = [...titles, ...tables]
  for (let known = -1; known !== constants.size; ) {
    known = constants.size
    new Visitor({
      Identifier: (node) => {
        const named = constants.get(node.name)
        if (!named || !isWithinSpans(node, spans)) return
        constants.delete(node.name)
        spans.push([named.start, named.end])
      },
    }).visit(program)
  }
  const ids = new Set<string>()
  const add = (node: Node, text: string) => {
    if (isWithinSpans(node, spans)) for (const id of extractIds(text)) ids.add(id)
  }
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') add(node, node.value)
    },
    TemplateElement: (node) => add(node, node.value.cooked ?? ''),
  }).visit(program)
  return ids
}
