import { existsSync } from 'node:fs'

/**
 * Paths at which Chromium may be installed. The headless shell comes first, because a full browser needs an additional process per test
 * page for its toolbar.
 */
const BROWSER_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/**
 * Returns the path of the browser for tests, or null if there is none: CHROMIUM_PATH, an installed browser, or the one that Playwright
 * downloaded.
 */
export const findChromium = (downloaded: string, env: NodeJS.ProcessEnv = process.env): string | null => {
  const wanted = env['CHROMIUM_PATH']
  if (wanted) return existsSync(wanted) ? wanted : null
  return [...BROWSER_PATHS, downloaded].find((path) => existsSync(path)) ?? null
}

/**
 * Chromium features that Playwright disables by default. Chromium applies only the last such list, so ours must repeat them.
 * `browser.test.ts` fails if Playwright's list changes.
 */
export const PLAYWRIGHT_DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * Features of the address bar. They open two pages with their own processes in every window, which take a quarter of the tests' processing
 * time.
 */
const ADDRESS_BAR_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Arguments for a headless browser without background activity. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${[...PLAYWRIGHT_DISABLED_FEATURES, ...ADDRESS_BAR_FEATURES].join()}`,
]
