import type { LaunchOptions } from '@playwright/test'
import { test } from '../fixtures.ts'
import { type MetaNumberDouble, openMetaNumberDouble } from './meta-number-double.ts'

interface MetaTestFixtures {
  meta: MetaNumberDouble
  environment: Record<string, string>
}

interface MetaTestOptions {
  /** Sets up the Meta double before the product starts. */
  arrange?: (meta: MetaNumberDouble) => void
  /** Additional environment variables of the server. */
  env?: (meta: MetaNumberDouble) => Record<string, string>
}

/** Returns a test with its own product connected to the Meta double, isolated from other test files. */
export const createMetaTest = ({ arrange, env }: MetaTestOptions = {}) =>
  test.extend<object, MetaTestFixtures>({
    meta: [
      async ({}, use) => {
        const meta = await openMetaNumberDouble()
        arrange?.(meta)
        await use(meta)
        await meta.close()
      },
      { scope: 'worker' },
    ],
    environment: [({ meta }, use) => use({ ...meta.env, ...env?.(meta) }), { scope: 'worker' }],
  })

/** Launch options of a browser with a fake microphone that beeps. */
export const withFakeMicrophone = (options: LaunchOptions): LaunchOptions => ({
  ...options,
  args: [...(options.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
})
