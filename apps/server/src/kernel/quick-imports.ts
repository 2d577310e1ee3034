import { registerHooks } from 'node:module'

/** Packages of many files, all `.js` of which are ES modules, whose package.json is long. */
const LONG = /\/node_modules\/(?:drizzle-orm|date-fns)\//

/** From everywhere in here a package is the same one: no folder of it has packages of its own. */
const SERVER = new URL('..', import.meta.url).href
const PACKAGE = /^@?[a-z]/
const found = new Map<string, { url: string; format?: string | null | undefined }>()

/**
 * Must be imported before anything else. To learn of what kind a file is, and which file of a package is meant, Node reads and parses the whole
 * package.json around it anew: 180 kB for each of 160 files of the long ones, and for each of 310 imports of ours (docs/decisions/022).
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
