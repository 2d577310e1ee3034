import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

/** What one import statement points at: a file of the repository, or a package. */
export type Target = { kind: 'file'; path: string } | { kind: 'package'; name: string }

export interface Import {
  readonly specifier: string
  readonly line: number
  readonly target: Target
  /** Whether only types are imported: nothing of it is loaded. */
  readonly isType: boolean
}

const WORKSPACES: Record<string, (rest: string) => string> = {
  '@prosa/contract': (rest) => `packages/contract/src/${rest}.ts`,
  '@prosa/files': (rest) => `packages/files/src/${rest}.ts`,
  '@prosa/voice': (rest) => `packages/voice/src/${rest}.ts`,
  '@prosa/theme': (rest) => `packages/theme/${rest}`,
}

const packageName = (specifier: string) => {
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

const resolve = (from: string, specifier: string): Target => {
  const [path = ''] = specifier.split('?')
  if (path.startsWith('.')) return { kind: 'file', path: normalize(join(dirname(from), path)) }
  const name = packageName(path)
  const workspace = WORKSPACES[name]
  if (workspace) return { kind: 'file', path: workspace(path.slice(name.length + 1)) }
  // A sibling workspace without a public entry: named whole, so that its zone refuses it.
  if (name.startsWith('@prosa/')) return { kind: 'file', path: `apps/${path.slice('@prosa/'.length)}/` }
  return { kind: 'package', name: path.startsWith('node:') || builtinModules.includes(name) ? 'node' : name }
}

const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length

const quoted = (source: string, span: { start: number; end: number }) =>
  /^(['"`])(.*)\1$/s.exec(source.slice(span.start, span.end))?.[2]

/** Whether an import or export names types only; one that names nothing loads its module. */
const areTypes = (entries: readonly { isType: boolean }[]): boolean => entries.length > 0 && entries.every(({ isType }) => isType)

/** Every import, re-export and dynamic import of a module, types included. */
export const importsIn = (file: string, source: string): Import[] => {
  const parsed = parseSync(file, source)
  const broken = parsed.errors[0]
  if (broken) throw new Error(`${file}: ${broken.message}`)
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const found = [
    ...staticImports.map(({ moduleRequest, entries, start }) => ({
      specifier: moduleRequest.value,
      start,
      isType: areTypes(entries),
    })),
    ...staticExports.flatMap(({ entries, start }) => {
      const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest
      return request ? [{ specifier: request.value, start, isType: areTypes(entries) }] : []
    }),
    ...dynamicImports.flatMap(({ moduleRequest, start }) => {
      const specifier = quoted(source, moduleRequest)
      return specifier === undefined ? [] : [{ specifier, start, isType: false }]
    }),
  ]
  return found.map(({ specifier, start, isType }) => ({
    specifier,
    line: lineAt(source, start),
    target: resolve(file, specifier),
    isType,
  }))
}

/** The imports of a file of the repository. */
export const readImports = (root: string, file: string): Import[] => importsIn(file, readFileSync(join(root, file), 'utf8'))
