import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

/** Target of an import: a file of the repository, or a package. */
export type ImportTarget = { kind: 'file'; path: string } | { kind: 'package'; name: string }

export interface ModuleImport {
  readonly specifier: string
  readonly line: number
  readonly target: ImportTarget
  /** Whether only types are imported. The imported module is then not loaded at run time. */
  readonly isType: boolean
}

const WORKSPACES: Record<string, (rest: string) => string> = {
  '@prosa/contract': (rest) => `packages/contract/src/${rest}.ts`,
  '@prosa/files': (rest) => `packages/files/src/${rest}.ts`,
  '@prosa/voice': (rest) => `packages/voice/src/${rest}.ts`,
  '@prosa/theme': (rest) => `packages/theme/${rest}`,
}

const getPackageName = (specifier: string) => {
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

const resolveImport = (from: string, specifier: string): ImportTarget => {
  const [path = ''] = specifier.split('?')
  if (path.startsWith('.')) return { kind: 'file', path: normalize(join(dirname(from), path)) }
  const name = getPackageName(path)
  const workspace = WORKSPACES[name]
  if (workspace) return { kind: 'file', path: workspace(path.slice(name.length + 1)) }
  // The workspace has no public modules: returns its path, so that the import rules reject the import.
  if (name.startsWith('@prosa/')) return { kind: 'file', path: `apps/${path.slice('@prosa/'.length)}/` }
  return { kind: 'package', name: path.startsWith('node:') || builtinModules.includes(name) ? 'node' : name }
}

const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length

const getQuotedText = (source: string, span: { start: number; end: number }) =>
  /^(['"`])(.*)\1$/s.exec(source.slice(span.start, span.end))?.[2]

/** Whether an import or export names only types. False for `import 'x'`, which names nothing but loads its module. */
const areTypeImports = (entries: readonly { isType: boolean }[]): boolean =>
  entries.length > 0 && entries.every(({ isType }) => isType)

/** Returns all imports, re-exports and dynamic imports of a module, including type imports. @throws Error if the source does not parse */
export const parseImports = (file: string, source: string): ModuleImport[] => {
  const parsed = parseSync(file, source)
  const broken = parsed.errors[0]
  if (broken) throw new Error(`${file}: ${broken.message}`)
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const found = [
    ...staticImports.map(({ moduleRequest, entries, start }) => ({
      specifier: moduleRequest.value,
      start,
      isType: areTypeImports(entries),
    })),
    ...staticExports.flatMap(({ entries, start }) => {
      const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest
      return request ? [{ specifier: request.value, start, isType: areTypeImports(entries) }] : []
    }),
    ...dynamicImports.flatMap(({ moduleRequest, start }) => {
      const specifier = getQuotedText(source, moduleRequest)
      return specifier === undefined ? [] : [{ specifier, start, isType: false }]
    }),
  ]
  return found.map(({ specifier, start, isType }) => ({
    specifier,
    line: lineAt(source, start),
    target: resolveImport(file, specifier),
    isType,
  }))
}

export const readImports = (root: string, file: string): ModuleImport[] =>
  parseImports(file, readFileSync(join(root, file), 'utf8'))
