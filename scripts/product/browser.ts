import { existsSync } from 'node:fs'

/** First the one without windows: with them, every page of a test costs a toolbar and its process beside it. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The browser to test with: CHROMIUM_PATH, the machine's own, or the one that Playwright `downloaded`; null when there is none. */
export const findChromium = (downloaded: string, env: NodeJS.ProcessEnv = process.env): string | null => {
  const wanted = env['CHROMIUM_PATH']
  if (wanted) return existsSync(wanted) ? wanted : null
  return [...CANDIDATES, downloaded].find((path) => existsSync(path)) ?? null
}

/**
 * What Playwright turns off of its own accord. Of several such lists Chromium heeds the last only, so ours has to hold it;
 * `browser.test.ts` fails when Playwright's changes.
 */
export const OFF_BY_PLAYWRIGHT = [
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

/** Two pages behind the address bar, each with a process of its own, that come with every window: a quarter of what the tests cost. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** What a browser without a screen is started with: it does nothing of its own accord. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join()}`,
]
