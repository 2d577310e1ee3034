import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/** The browser to test with: CHROMIUM_PATH, the machine's own, or the one that Playwright downloaded; null when there is none. */
export const findChromium = (env: NodeJS.ProcessEnv = process.env): string | null => {
  const wanted = env['CHROMIUM_PATH']
  if (wanted) return existsSync(wanted) ? wanted : null
  return [...CANDIDATES, chromium.executablePath()].find((path) => existsSync(path)) ?? null
}
