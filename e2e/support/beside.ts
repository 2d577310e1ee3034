import type { LaunchOptions } from '@playwright/test'
import { test } from '../fixtures.ts'
import { type NumberOnMeta, openNumberOnMeta } from './meta-double.ts'

interface BesideMeta {
  meta: NumberOnMeta
  environment: Record<string, string>
}

interface Arranged {
  /** What Meta knows before the product is started. */
  arrange?: (meta: NumberOnMeta) => void
  /** What the server is started with, besides the way to Meta. */
  env?: (meta: NumberOnMeta) => Record<string, string>
}

/** The product with a Meta beside it. Whoever calls this gets a product of their own, which no other file's tests write to. */
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

/** For a browser whose microphone hears beeps. */
export const hearingBeeps = (options: LaunchOptions): LaunchOptions => ({
  ...options,
  args: [...(options.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
})
