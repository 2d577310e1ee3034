import type { LaunchOptions } from '@playwright/test'
import { test } from '../fixtures.ts'
import { type NumberOnMeta, openNumberOnMeta } from './meta-double.ts'

interface BesideMeta {
  meta: NumberOnMeta
  environment: Record<string, string>
}

interface Arranged {
  /** Sets up the Meta double before the product starts. */
  arrange?: (meta: NumberOnMeta) => void
  /** Additional environment variables of the server. */
  env?: (meta: NumberOnMeta) => Record<string, string>
}

/** Returns a test with its own product connected to the Meta double, isolated from other test files. */
export const besideMeta = ({ arrange, env }: Arranged = {}) =>
  test.extend<object, BesideMeta>({
    meta: [
      async ({}, use) => {
        const meta = await openNumberOnMeta()
        arrange?.(meta)
        await use(meta)
        await meta.close()
      },
      { scope: 'worker' },
    ],
    environment: [({ meta }, use) => use({ ...meta.env, ...env?.(meta) }), { scope: 'worker' }],
  })

/** Launch options of a browser with a fake microphone that beeps. */
export const hearingBeeps = (options: LaunchOptions): LaunchOptions => ({
  ...options,
  args: [...(options.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
})
