import { registerHooks } from 'node:module'

/** Packages with many files and a long package.json, whose `.js` files are all ES modules. */
const LONG = /\/node_modules\/(?:drizzle-orm|date-fns)\//

/** Folder whose files all resolve a package to the same one: no subfolder has its own node_modules. */
const SERVER = new URL('..', import.meta.url).href
const PACKAGE = /^@?[a-z]/
const found = new Map<string, { url: string; format?: string | null | undefined }>()

/**
 * Speeds up imports; must be imported before anything else. To find out a file's module type and a package's entry, Node parses the
 * complete package.json each time: 180 kB for each of 160 files of the long packages, and for each of our 310 imports (docs/decisions/022).
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, conditions } = context
    const isBesideIt = specifier.startsWith('.') && specifier.endsWith('.js') && parentURL !== undefined && LONG.test(parentURL)
    if (isBesideIt) return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!parentURL?.startsWith(SERVER) || !PACKAGE.test(specifier)) return next(specifier, context)
    const asked = `${specifier} ${conditions.join()}`
    const resolved = found.get(asked) ?? next(specifier, context)
    found.set(asked, resolved)
    return { ...resolved, shortCircuit: true }
  },
})
