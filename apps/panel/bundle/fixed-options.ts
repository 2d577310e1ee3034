import type { Plugin } from 'vite'

/** Text of a library, and what it is where nobody uses the option that it asks for. */
type Fixed = readonly (readonly [text: RegExp, value: string])[]

/** The router is told to leave scrolling alone (`scrollRestoration: false`), but brings what it would remember it with. */
const NO_SCROLL_MEMORY: Fixed = [
  [/force \?\? router\.options\.scrollRestoration/g, 'false'],
  [/scroll\.e(?= [&?])/g, 'false'],
  [/typeof router\.options\.scrollRestoration === "function"/g, 'false'],
  [/router\.options\.scrollToTopSelectors/g, 'void 0'],
  [/router\.options\.scrollRestorationBehavior/g, 'void 0'],
]

/** Every list here is one column that runs downwards, of which nothing waits for a frame. */
const ONE_COLUMN: Fixed = [
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

/** What breaks outside every page is told by the page that tells of all others, not by the library's own, in English. */
const OWN_ERROR_PAGE: Fixed = [
  [/getResetKey: \(\) => match,/g, 'getResetKey: () => match, errorComponent: router.options.defaultErrorComponent,'],
]
const NO_OTHER_ERROR_PAGE: Fixed = [[/ \?\? ErrorComponent\b/g, '']]

const LIBRARIES: readonly (readonly [file: RegExp, fixed: Fixed])[] = [
  [/@tanstack\/router-core\/dist\/esm\/scroll-restoration\.js/, NO_SCROLL_MEMORY],
  [/@tanstack\/react-router\/dist\/esm\/Matches\.js/, OWN_ERROR_PAGE],
  [/@tanstack\/react-router\/dist\/esm\/CatchBoundary\.js/, NO_OTHER_ERROR_PAGE],
  [/@tanstack\/virtual-core\/dist\/esm\/index\.js/, ONE_COLUMN],
]

/** An option that the panel never sets is a constant when it is built, so that what only others need is not sent. */
export const fixOptions = (): Plugin => ({
  name: 'fix-options',
  apply: 'build',
  transform: {
    filter: { id: LIBRARIES.map(([file]) => file) },
    handler: (code, id) => {
      const fixed = LIBRARIES.find(([file]) => file.test(id))?.[1] ?? []
      const settle = (text: string, [from, value]: Fixed[number]): string => {
        const settled = text.replace(from, value)
        // Another version of the library asks in other words: it is looked at, not guessed.
        if (settled === text) throw new Error(`${from} is not in ${id}`)
        return settled
      }
      return { code: fixed.reduce(settle, code), map: null }
    },
  },
})
