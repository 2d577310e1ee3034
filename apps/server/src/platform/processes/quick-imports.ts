import { registerHooks } from 'node:module'

/** Matches files of packages whose `.js` files are all ES modules. */
const ESM_ONLY_PACKAGES = /\/node_modules\/(?:drizzle-orm|date-fns)\//

/** Folder in which a package name always resolves to the same file, because no subfolder has its own node_modules. */
const SERVER_FOLDER_URL = new URL('../..', import.meta.url).href
const PACKAGE_SPECIFIER = /^@?[a-z]/
const resolvedPackages = new Map<string, { url: string; format?: string | null | undefined }>()

/**
 * Speeds up imports; must be imported first. Node parses the complete package.json for each imported file and package: 180 kB for each of
 * 160 files, and for each of our 310 imports (docs/decisions/022). These hooks skip or cache that.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, conditions } = context
    const isSamePackageImport =
      specifier.startsWith('.') && specifier.endsWith('.js') && parentURL !== undefined && ESM_ONLY_PACKAGES.test(parentURL)
    if (isSamePackageImport) return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!parentURL?.startsWith(SERVER_FOLDER_URL) || !PACKAGE_SPECIFIER.test(specifier)) return next(specifier, context)
    const cacheKey = `${specifier} ${conditions.join()}`
    const resolved = resolvedPackages.get(cacheKey) ?? next(specifier, context)
    resolvedPackages.set(cacheKey, resolved)
    return { ...resolved, shortCircuit: true }
  },
})
