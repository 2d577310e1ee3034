import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { ProductProcess } from '../scripts/product/product-process.ts'
import { BROWSER_ARGS, findChromium } from '../scripts/product/test-browser.ts'
import type { AccountName } from './support/accounts.ts'
import { CONVERSATION_STATES, META_STATES } from './support/conversation-states.ts'
import { openMetaNumberDouble } from './support/meta-number-double.ts'
import { withFakeMicrophone } from './support/meta-test.ts'
import { PRODUCT_PAGES, type ProductPage } from './support/product-pages.ts'
import { setApiUrl } from './support/provider.ts'
import { signIn } from './support/sign-in.ts'

/** Takes screenshots of every page of the product, and of states without a URL, with the demo data. Stores them in docs/screens. */

const SCREENS = join(import.meta.dirname, '../docs/screens')
const SCREEN_VARIANTS = [
  { name: 'claro-1440', theme: 'light', width: 1440, height: 900 },
  { name: 'escuro-1440', theme: 'dark', width: 1440, height: 900 },
  { name: 'escuro-390', theme: 'dark', width: 390, height: 844 },
] as const
type ScreenVariant = (typeof SCREEN_VARIANTS)[number]
const MAX_TOTAL_BYTES = 5_000_000

const executablePath = findChromium(chromium.executablePath())
const launchOptions = withFakeMicrophone({ args: BROWSER_ARGS, ...(executablePath ? { executablePath } : {}) })
type SignedInState = Awaited<ReturnType<BrowserContext['storageState']>>
const listScreenFiles = () => readdirSync(SCREENS).filter((file) => file.endsWith('.jpg'))

interface ScreenSession {
  browser: Browser
  origin: string
  states: Map<AccountName, SignedInState>
}

const createContext = async ({ browser, origin }: ScreenSession, look: ScreenVariant, storageState?: SignedInState) => {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: look.width, height: look.height },
    hasTouch: look.width < 640,
    reducedMotion: 'reduce',
    colorScheme: look.theme,
    permissions: ['microphone'],
    ...(storageState ? { storageState } : {}),
  })
  setApiUrl(context, `${origin}/api`)
  return context
}

async function createSignedInState(shown: ScreenSession, who: AccountName) {
  const context = await createContext(shown, SCREEN_VARIANTS[0])
  await signIn(await context.newPage(), who)
  const state = await context.storageState()
  await context.close()
  return state
}

const takeScreen = async (shown: ScreenSession, { name, who, open }: ProductPage, look: ScreenVariant) => {
  if (who && !shown.states.has(who)) shown.states.set(who, await createSignedInState(shown, who))
  const context = await createContext(shown, look, who && shown.states.get(who))
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await open(page)
  await page.evaluate((theme) => {
    document.documentElement.dataset['theme'] = theme
  }, look.theme)
  // Waits until fonts and late content, such as the connection indicator, have loaded and the layout is stable.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(SCREENS, `${name}-${look.name}.jpg`), type: 'jpeg', quality: 72, animations: 'disabled' })
  await context.close()
}

/** Takes screenshots of pages in every theme and size. */
async function takeAllScreens(product: ProductProcess, pages: readonly ProductPage[]) {
  const shown: ScreenSession = { browser: await chromium.launch(launchOptions), origin: product.url, states: new Map() }
  try {
    for (const page of pages) {
      for (const look of SCREEN_VARIANTS) await takeScreen(shown, page, look)
      console.log(page.name)
    }
  } finally {
    await shown.browser.close()
    await product.close()
  }
}

for (const file of listScreenFiles()) rmSync(join(SCREENS, file))
await takeAllScreens(await ProductProcess.launch(), [...PRODUCT_PAGES, ...CONVERSATION_STATES])
const meta = await openMetaNumberDouble()
try {
  await takeAllScreens(await ProductProcess.launch(meta.env), META_STATES)
} finally {
  await meta.close()
}
const totalScreenBytes = listScreenFiles().reduce((sum, file) => sum + statSync(join(SCREENS, file)).size, 0)
console.log(`${listScreenFiles().length} pictures, ${Math.round(totalScreenBytes / 1000)} kB`)
if (totalScreenBytes > MAX_TOTAL_BYTES) throw new Error(`The pictures weigh more than ${MAX_TOTAL_BYTES / 1e6} MB together`)
