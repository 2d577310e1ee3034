import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'

/**
 * Chunks of the panel's bundle that must be loaded before a page can be used, by page. Defined in `apps/panel/bundle/code-splitting.ts`.
 */
export const INITIAL_CHUNKS = {
  signIn: ['first', 'form'],
  /**
   * Chunks of the sign-in page, including those that load after the form. `e2e/sign-in-weight.spec.ts` checks that no others are loaded.
   */
  signInAtRest: ['first', 'form', 'schemas', 'additional-sign-in-options', 'toasts'],
  conversation: ['first', 'inside', 'chat'],
} as const

interface ManifestChunk {
  readonly file: string
  readonly name?: string
  readonly src?: string
  readonly imports?: readonly string[]
}

export interface BuildManifest {
  readonly directory: string
  readonly chunks: Readonly<Record<string, ManifestChunk>>
}

export const readBuildManifest = (dist: string): BuildManifest => {
  const directory = join(root, dist)
  const text = readFileSync(join(directory, '.vite/manifest.json'), 'utf8')
  return { directory, chunks: JSON.parse(text) as Record<string, ManifestChunk> }
}

const findChunkKey = ({ chunks }: BuildManifest, wanted: string): string => {
  const names = [`/${wanted}.ts`, `/${wanted}.tsx`]
  const matches = Object.keys(chunks).filter(
    (key) => key === wanted || chunks[key]?.name === wanted || names.some((name) => `/${key}`.endsWith(name)),
  )
  const [key] = matches
  // Fails if the name matches no chunk, because the size limit of that page would then measure nothing.
  if (key === undefined || matches.length > 1) throw new Error(`${wanted} is ${matches.length} chunks of the build, not one`)
  return key
}

/** Returns the paths of the JavaScript files of all entries and of their direct and indirect static imports. */
export const listStaticClosure = (manifest: BuildManifest, entries: readonly string[]): string[] => {
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest.chunks[key]
    if (seen.has(key) || !chunk) return
    seen.add(key)
    chunk.imports?.forEach(visit)
  }
  for (const entry of entries) visit(findChunkKey(manifest, entry))
  return [...seen]
    .map((key) => manifest.chunks[key]?.file ?? '')
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(manifest.directory, file))
}
