import { existsSync } from 'node:fs'

/** The headless shell comes first: with windows, each page of a test also costs a toolbar and its process. */
const BROWSER_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Returns the path of the browser for tests: CHROMIUM_PATH, an installed one, or `downloaded` by Playwright; null if none exists. */
export const findChromium = (downloaded: string, env: NodeJS.ProcessEnv = process.env): string | null => {
  const wanted = env['CHROMIUM_PATH']
  if (wanted) return existsSync(wanted) ? wanted : null
  return [...BROWSER_PATHS, downloaded].find((path) => existsSync(path)) ?? null
}

/**
 * Features that Playwright disables by default. Chromium applies only the last list, so ours must include these; `browser.test.ts` fails if
 * Playwright's list changes.
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

/** Two pages behind the address bar, each with its own process, that open with every window: a quarter of the tests' cost. */
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
