import { cpSync } from 'node:fs'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { Product } from '../scripts/product/product.ts'
import type { Who } from './support/accounts.ts'
import { BarePlace } from './support/bare-provider/as-provider.ts'
import { listenToNoise } from './support/noise.ts'
import { OurProvider } from './support/our-provider.ts'
import { callsGoTo, type Provider } from './support/provider.ts'
import { followRooms } from './support/rooms.ts'
import { signIn } from './support/sign-in.ts'

export { expect } from '@playwright/test'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

export interface WorkerFixtures {
  /** Which provider is behind the panel: ours, or one that knows the specification only. */
  behind: 'ours' | 'bare'
  /** What the server is told beside the usual: where a double of an outside service answers. */
  environment: Record<string, string>
  /** What the windows of a worker's tests open and talk to. */
  provider: Provider
  /** The running product, for a test that must know it is ours. */
  product: Product
  /** The bare provider, for a test that must know it is. */
  bare: BarePlace['bare']
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

const open = async (browser: Browser, provider: Provider, storageState?: StorageState) => {
  const context = await browser.newContext({
    baseURL: provider.url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Both kinds of people are met: those who like motion at ours, the others at the provider that knows the specification only.
    reducedMotion: provider instanceof OurProvider ? 'no-preference' : 'reduce',
    viewport: { width: 1440, height: 900 },
    ...(storageState ? { storageState } : {}),
  })
  callsGoTo(context, provider.api)
  return context
}

const started = new WeakMap<Provider, Product | BarePlace['bare']>()

const launch = async (behind: WorkerFixtures['behind'], environment: Record<string, string>) => {
  if (behind === 'bare') {
    const place = await BarePlace.open()
    started.set(place, place.bare)
    return { provider: place, close: () => place.close() }
  }
  const product = await Product.prepare({ AGENT_PACE: '0.2', ...environment })
  const demo = process.env['PROSA_DEMO_DATA']
  if (demo && environment['DEMO'] !== '0') cpSync(demo, product.dataDir, { recursive: true })
  await product.start()
  const provider = new OurProvider(product)
  started.set(provider, product)
  return { provider, close: () => product.close() }
}

export const test = base.extend<TestFixtures & { windows: (state?: StorageState) => Promise<Page> }, WorkerFixtures>({
  behind: ['ours', { option: true, scope: 'worker' }],
  environment: [{}, { option: true, scope: 'worker' }],
  provider: [
    async ({ behind, environment }, use) => {
      const { provider, close } = await launch(behind, environment)
      await use(provider)
      await close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  product: [
    async ({ provider }, use) => {
      const product = started.get(provider)
      if (!(product instanceof Product)) throw new Error('This test is of our own server')
      await use(product)
    },
    { scope: 'worker' },
  ],
  bare: [
    async ({ provider }, use) => {
      const bare = started.get(provider)
      if (!bare || bare instanceof Product) throw new Error('This test is of the bare provider')
      await use(bare)
    },
    { scope: 'worker' },
  ],
  signedIn: [
    async ({ browser, provider }, use) => {
      const states = new Map<Who, StorageState>()
      await use(async (who) => {
        const known = states.get(who)
        if (known) return known
        const context = await open(browser, provider)
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
  windows: async ({ browser, provider, expectedNoise }, use) => {
    const contexts: BrowserContext[] = []
    const heard: string[] = []
    await use(async (state) => {
      const context = await open(browser, provider, state)
      contexts.push(context)
      const page = await context.newPage()
      listenToNoise(page, heard)
      followRooms(page)
      return page
    })
    for (const context of contexts) await context.close()
    const unexpected = heard.filter((line) => !provider.explains(line) && !expectedNoise.some((pattern) => pattern.test(line)))
    expect(unexpected, 'complaints in the console').toEqual([])
    expect(provider.complaints(), 'complaints of the provider').toEqual([])
  },
  windowOf: async ({ windows, signedIn }, use) => {
    await use(async (who) => windows(await signedIn(who)))
  },
  freshWindow: async ({ windows }, use) => {
    await use(() => windows())
  },
})
