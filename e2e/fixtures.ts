import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { Who } from './support/accounts.ts'
import { listenToNoise } from './support/noise.ts'
import { Product } from './support/product.ts'
import { followRooms } from './support/rooms.ts'
import { signIn } from './support/sign-in.ts'

export { expect } from '@playwright/test'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

interface WorkerFixtures {
  /** The running product, one for all tests of a worker. */
  product: Product
  /** What a signed-in browser holds; each person signs in once, through the login page. */
  signedIn: (who: Who) => Promise<StorageState>
}

interface TestFixtures {
  /** Complaints of a page that a test provokes on purpose; any other fails the test. */
  expectedNoise: readonly RegExp[]
  /** Opens a window of a person who is signed in. */
  windowOf: (who: Who) => Promise<Page>
  /** Opens a window of somebody who is not: a visitor, a lead. */
  freshWindow: () => Promise<Page>
}

const open = (browser: Browser, product: Product, storageState?: StorageState) =>
  browser.newContext({
    baseURL: product.url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    ...(storageState ? { storageState } : {}),
  })

export const test = base.extend<TestFixtures & { windows: (state?: StorageState) => Promise<Page> }, WorkerFixtures>({
  product: [
    async ({}, use) => {
      const product = await Product.launch()
      await use(product)
      await product.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  signedIn: [
    async ({ browser, product }, use) => {
      const states = new Map<Who, StorageState>()
      await use(async (who) => {
        const known = states.get(who)
        if (known) return known
        const context = await open(browser, product)
        await signIn(await context.newPage(), who)
        const state = await context.storageState()
        await context.close()
        states.set(who, state)
        return state
      })
    },
    { scope: 'worker' },
  ],
  expectedNoise: [[], { option: true }],
  windows: async ({ browser, product, expectedNoise }, use) => {
    const contexts: BrowserContext[] = []
    const heard: string[] = []
    await use(async (state) => {
      const context = await open(browser, product, state)
      contexts.push(context)
      const page = await context.newPage()
      listenToNoise(page, heard)
      followRooms(page)
      return page
    })
    for (const context of contexts) await context.close()
    const unexpected = heard.filter((line) => !expectedNoise.some((pattern) => pattern.test(line)))
    expect(unexpected, 'complaints in the console').toEqual([])
  },
  windowOf: async ({ windows, signedIn }, use) => {
    await use(async (who) => windows(await signedIn(who)))
  },
  freshWindow: async ({ windows }, use) => {
    await use(() => windows())
  },
})
