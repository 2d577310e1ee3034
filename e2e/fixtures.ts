import { cpSync } from 'node:fs'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { ProductProcess } from '../scripts/product/product-process.ts'
import type { AccountName } from './support/accounts.ts'
import { BarePanelProvider } from './support/bare-provider/bare-panel-provider.ts'
import { recordConsoleErrors } from './support/console-errors.ts'
import { ProductProvider } from './support/product-provider.ts'
import { type PanelProvider, setApiUrl } from './support/provider.ts'
import { trackRoomJoins } from './support/room-joins.ts'
import { signIn } from './support/sign-in.ts'

export { expect } from '@playwright/test'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

export interface WorkerFixtures {
  /** The provider behind the panel: our server, or one that implements only the specification. */
  behind: 'ours' | 'bare'
  /** Additional environment variables of the server, such as the URL of a double. */
  environment: Record<string, string>
  /** The provider for the windows of a worker's tests. */
  provider: PanelProvider
  /** The running product, for tests that require our server. */
  product: ProductProcess
  /** The bare provider, for tests that require it. */
  bare: BarePanelProvider['bare']
  /** Returns the browser state of a signed-in user; each user signs in once, through the login page. */
  signedIn: (who: AccountName) => Promise<StorageState>
}

interface TestFixtures {
  /** Console messages that a test causes intentionally; any other fails the test. */
  expectedNoise: readonly RegExp[]
  /** Opens a window of a signed-in user. */
  windowOf: (who: AccountName) => Promise<Page>
  /** Opens a window without a session, for a visitor or a lead. */
  freshWindow: () => Promise<Page>
}

const openWindow = async (browser: Browser, provider: PanelProvider, storageState?: StorageState) => {
  const context = await browser.newContext({
    baseURL: provider.url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Tests both motion preferences: full motion with our server, reduced motion with the bare provider.
    reducedMotion: provider instanceof ProductProvider ? 'no-preference' : 'reduce',
    viewport: { width: 1440, height: 900 },
    ...(storageState ? { storageState } : {}),
  })
  setApiUrl(context, provider.api)
  return context
}

/**
 * Makes `goto` start again if its navigation was aborted: the history entry of a closed layer is removed a moment after the layer closes, and
 * that aborts a navigation that begins in between.
 */
const repeatAbortedGoto = (page: Page) => {
  const goto = page.goto.bind(page)
  page.goto = (url, options) =>
    goto(url, options).catch((error: Error) => {
      if (!error.message.includes('net::ERR_ABORTED')) throw error
      return goto(url, options)
    })
}

const startedProviders = new WeakMap<PanelProvider, ProductProcess | BarePanelProvider['bare']>()

const launchProvider = async (behind: WorkerFixtures['behind'], environment: Record<string, string>) => {
  if (behind === 'bare') {
    const place = await BarePanelProvider.open()
    startedProviders.set(place, place.bare)
    return { provider: place, close: () => place.close() }
  }
  const product = await ProductProcess.prepare({ AGENT_PACE: '0.2', ...environment })
  const demo = process.env['PROSA_DEMO_DATA']
  if (demo && environment['DEMO'] !== '0') cpSync(demo, product.dataDir, { recursive: true })
  await product.start()
  const provider = new ProductProvider(product)
  startedProviders.set(provider, product)
  return { provider, close: () => product.close() }
}

export const test = base.extend<TestFixtures & { windows: (state?: StorageState) => Promise<Page> }, WorkerFixtures>({
  behind: ['ours', { option: true, scope: 'worker' }],
  environment: [{}, { option: true, scope: 'worker' }],
  provider: [
    async ({ behind, environment }, use) => {
      const { provider, close } = await launchProvider(behind, environment)
      await use(provider)
      await close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  product: [
    async ({ provider }, use) => {
      const product = startedProviders.get(provider)
      if (!(product instanceof ProductProcess)) throw new Error('This test is of our own server')
      await use(product)
    },
    { scope: 'worker' },
  ],
  bare: [
    async ({ provider }, use) => {
      const bare = startedProviders.get(provider)
      if (!bare || bare instanceof ProductProcess) throw new Error('This test is of the bare provider')
      await use(bare)
    },
    { scope: 'worker' },
  ],
  signedIn: [
    async ({ browser, provider }, use) => {
      const states = new Map<AccountName, StorageState>()
      await use(async (who) => {
        const known = states.get(who)
        if (known) return known
        const context = await openWindow(browser, provider)
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
      const context = await openWindow(browser, provider, state)
      contexts.push(context)
      const page = await context.newPage()
      recordConsoleErrors(page, heard)
      trackRoomJoins(page)
      repeatAbortedGoto(page)
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
