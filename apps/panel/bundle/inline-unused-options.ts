import type { Plugin } from 'vite'

/** Patterns in a library's code, each with the constant that replaces the match. The bundler then removes the code of the unused option. */
type CodeReplacements = readonly (readonly [text: RegExp, value: string])[]

/** Replacements in the router: the panel never enables `scrollRestoration`. */
const NO_SCROLL_RESTORATION: CodeReplacements = [
  [/force \?\? router\.options\.scrollRestoration/g, 'false'],
  [/scroll\.e(?= [&?])/g, 'false'],
  [/typeof router\.options\.scrollRestoration === "function"/g, 'false'],
  [/router\.options\.scrollToTopSelectors/g, 'void 0'],
  [/router\.options\.scrollRestorationBehavior/g, 'void 0'],
]

/**
 * Replacements in the virtual-list library: every list of the panel is a single vertical column, and no list waits for an animation frame.
 */
const SINGLE_COLUMN_LISTS: CodeReplacements = [
  [/const \{ horizontal, isRtl \} = (this|instance)\.options;/g, 'const horizontal = false, isRtl = false;'],
  [
    /\b((this|instance)\.)?options\.(horizontal|isRtl|useAnimationFrameWithResizeObserver|useCachedMeasurements|useScrollendEvent)\b/g,
    'false',
  ],
  [/\bthis\.options\.lanes\b|\brange\.lanes \?\? 1/g, '1'],
  [/(?<!\.)\blanes === 1/g, 'true'],
  [/(?<!\.)\blanes > 1/g, 'false'],
  [/this\.prevLanes !== void 0 && this\.prevLanes !== lanes/g, 'false'],
  [/this\.lanes(ChangedFlag|Settling)(?=\)| [&?])/g, 'false'],
  [/this\.laneAssignments\.size > count/g, 'false'],
]

/** Replacements in the router: errors outside every page show the panel's error page instead of the library's English one. */
const OWN_ERROR_PAGE: CodeReplacements = [
  [/getResetKey: \(\) => match,/g, 'getResetKey: () => match, errorComponent: router.options.defaultErrorComponent,'],
]
const NO_LIBRARY_ERROR_PAGE: CodeReplacements = [[/ \?\? ErrorComponent\b/g, '']]

const LIBRARY_REPLACEMENTS: readonly (readonly [file: RegExp, fixed: CodeReplacements])[] = [
  [/@tanstack\/router-core\/dist\/esm\/scroll-restoration\.js/, NO_SCROLL_RESTORATION],
  [/@tanstack\/react-router\/dist\/esm\/Matches\.js/, OWN_ERROR_PAGE],
  [/@tanstack\/react-router\/dist\/esm\/CatchBoundary\.js/, NO_LIBRARY_ERROR_PAGE],
  [/@tanstack\/virtual-core\/dist\/esm\/index\.js/, SINGLE_COLUMN_LISTS],
]

/**
 * Creates the plugin that replaces library options that the panel never sets with constants. The bundler then removes the unused library
 * code.
 */
export const inlineUnusedOptions = (): Plugin => ({
  name: 'fix-options',
  apply: 'build',
  transform: {
    filter: { id: LIBRARY_REPLACEMENTS.map(([file]) => file) },
    handler: (code, id) => {
      const fixed = LIBRARY_REPLACEMENTS.find(([file]) => file.test(id))?.[1] ?? []
      const settle = (text: string, [from, value]: CodeReplacements[number]): string => {
        const settled = text.replace(from, value)
        // Fails the build if a new version of the library no longer matches the pattern.
        if (settled === text) throw new Error(`${from} is not in ${id}`)
        return settled
      }
      return { code: fixed.reduce(settle, code), map: null }
    },
  },
})
