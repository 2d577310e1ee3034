import { registerHooks } from 'node:module'

/** Packages of many files, all `.js` of which are ES modules, whose package.json is long. */
const LONG = /\/node_modules\/(?:drizzle-orm|date-fns)\//

/**
 * Must be imported before anything else. To learn of what kind a file is, Node reads the whole package.json around it anew: for
 * these, 180 kB for each of some 160 files, a quarter of the time of a start (docs/decisions/022).
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context
    const isBesideIt = specifier.startsWith('.') && specifier.endsWith('.js') && parentURL !== undefined && LONG.test(parentURL)
    return isBesideIt
      ? { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context)
  },
})
