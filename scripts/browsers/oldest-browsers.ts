/**
 * Oldest browser versions that the panel and the web chat support, by browser name in MDN's browser-compat-data. README.md lists the same
 * versions.
 */
export const OLDEST_BROWSERS = {
  safari: '15.4',
  safari_ios: '15.4',
  chrome: '109',
  chrome_android: '109',
  firefox: '115',
  firefox_android: '115',
} as const

export type BrowserName = keyof typeof OLDEST_BROWSERS

/** The oldest supported browsers as build targets for Vite, which converts newer syntax and CSS colours for them. */
export const BUILD_TARGET = [
  `safari${OLDEST_BROWSERS.safari}`,
  `ios${OLDEST_BROWSERS.safari_ios}`,
  `chrome${OLDEST_BROWSERS.chrome}`,
  `firefox${OLDEST_BROWSERS.firefox}`,
]
