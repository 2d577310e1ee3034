import { join } from 'node:path'
import type { Plugin } from 'vite'
import { CHAT_INDEX_MODULE, CHAT_PAGE_MODULES, ENTRY_MODULE, LOGIN_PAGE_MODULE, SHELL_MODULE } from './code-splitting.ts'

const SRC_DIR = join(import.meta.dirname, '../src')

interface BuiltFile {
  readonly type: string
  readonly fileName: string
  readonly moduleIds?: readonly string[]
  readonly imports?: readonly string[]
  readonly viteMetadata?: { importedCss: ReadonlySet<string> }
}

/** Returns the files that `roots` load at once, without those that the first page has already loaded. */
function getPreloadFiles(roots: readonly string[], bundle: Readonly<Record<string, BuiltFile>>): string[] {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
  const closure = (from: readonly string[]): ReadonlySet<string> => {
    const found = new Set<string>()
    const visit = (name: string): void => {
      if (found.has(name)) return
      found.add(name)
      const { imports = [], viteMetadata } = bundle[name] ?? {}
      for (const file of viteMetadata?.importedCss ?? []) found.add(file)
      for (const file of imports) visit(file)
    }
    for (const root of from) {
      const chunk = chunks.find(({ moduleIds }) => moduleIds?.includes(join(SRC_DIR, root)))
      if (!chunk) throw new Error(`${root} is no file of the build`)
      visit(chunk.fileName)
    }
    return found
  }
  const first = closure([ENTRY_MODULE])
  return [...closure(roots)].filter((file) => !first.has(file)).map((file) => `/${file}`)
}

/**
 * Creates the plugin that writes two lists of preload files into the HTML page: one for signed-in and one for signed-out users. `boot.js`
 * reads the lists.
 */
export const injectPreloadManifest = (): Plugin => ({
  name: 'name-files-ahead',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      if (!bundle) return html
      const inside = getPreloadFiles([SHELL_MODULE], bundle)
      const chat = getPreloadFiles([...CHAT_PAGE_MODULES, CHAT_INDEX_MODULE], bundle).filter((file) => !inside.includes(file))
      const named = { form: getPreloadFiles([LOGIN_PAGE_MODULE], bundle), inside, chat }
      const data = Object.entries(named).map(([name, files]) => `data-${name}="${files.join(' ')}"`)
      return html.replace('src="/boot.js"', `src="/boot.js" ${data.join(' ')}`)
    },
  },
})
