import { chromium, defineConfig } from '@playwright/test'
import { BROWSER_ARGS, findChromium } from '../scripts/product/browser.ts'
import { WIDE } from '../scripts/test/wide.ts'
import type { WorkerFixtures } from './fixtures.ts'

const executablePath = findChromium(chromium.executablePath())

/** The built product in a real browser, one for each of two workers, and no second tries, so that a test which fails sometimes fails. */
export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  projects: [
    { name: 'ours', testIgnore: 'bare/**', grepInvert: new RegExp(WIDE) },
    { name: 'wide', testIgnore: 'bare/**', grep: new RegExp(WIDE) },
    // The same panel on another origin than a provider that knows the specification only.
    {
      name: 'bare',
      testMatch: ['bare/**/*.spec.ts', 'any-provider/**/*.spec.ts', 'start.spec.ts', 'refusals.spec.ts'],
      grepInvert: /@ours/,
      use: { behind: 'bare' },
    },
  ],
  // These end what hangs; how quick anything must be is for the bench to say.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    // Writing one costs a third of the time; `--trace on` tells more of a test that failed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: BROWSER_ARGS,
    },
  },
})
