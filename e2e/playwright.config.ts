import { chromium, defineConfig } from '@playwright/test'
import { BROWSER_ARGS, findChromium } from '../scripts/product/test-browser.ts'
import { WIDE } from '../scripts/test/wide.ts'
import type { WorkerFixtures } from './fixtures.ts'

const executablePath = findChromium(chromium.executablePath())

/** Tests the built product in a real browser, one for each of two workers. Without retries, so that flaky tests fail. */
export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  projects: [
    { name: 'ours', testIgnore: 'bare/**', grepInvert: new RegExp(WIDE) },
    { name: 'wide', testIgnore: 'bare/**', grep: new RegExp(WIDE) },
    // The same panel on an origin other than that of a provider that implements only the specification.
    {
      name: 'bare',
      testMatch: ['bare/**/*.spec.ts', 'any-provider/**/*.spec.ts', 'start.spec.ts', 'refusals.spec.ts'],
      grepInvert: /@ours/,
      use: { behind: 'bare' },
    },
  ],
  // These limits only end hanging tests; the bench measures speed.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    // Recording a trace takes a third of the time; use `--trace on` to analyse a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: BROWSER_ARGS,
    },
  },
})
