import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { BROWSER_ARGS, findChromium } from '../scripts/product/browser.ts'
import { Product } from '../scripts/product/product.ts'
import type { Who } from './support/accounts.ts'
import { hearingBeeps } from './support/beside.ts'
import { openNumberOnMeta } from './support/meta-double.ts'
import { MOMENTS, WITH_META } from './support/moments-of-the-product.ts'
import { PRODUCT_PAGES, type ProductPage } from './support/pages-of-the-product.ts'
import { callsGoTo } from './support/provider.ts'
import { signIn } from './support/sign-in.ts'

/** Takes screenshots of every page of the product, and of states without a URL, with the demo data. Stores them in docs/screens. */

const SCREENS = join(import.meta.dirname, '../docs/screens')
const LOOKS = [
  { name: 'claro-1440', theme: 'light', width: 1440, height: 900 },
  { name: 'escuro-1440', theme: 'dark', width: 1440, height: 900 },
  { name: 'escuro-390', theme: 'dark', width: 390, height: 844 },
] as const
type Look = (typeof LOOKS)[number]
const TOTAL_BYTES = 5_000_000

const executablePath = findChromium(chromium.executablePath())
const options = hearingBeeps({ args: BROWSER_ARGS, ...(executablePath ? { executablePath } : {}) })
type State = Awaited<ReturnType<BrowserContext['storageState']>>
const pictures = () => readdirSync(SCREENS).filter((file) => file.endsWith('.jpg'))

interface Shown {
  browser: Browser
  origin: string
  states: Map<Who, State>
}

const contextOf = async ({ browser, origin }: Shown, look: Look, storageState?: State) => {
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
  callsGoTo(context, `${origin}/api`)
  return context
}

async function stateOf(shown: Shown, who: Who) {
  const context = await contextOf(shown, LOOKS[0])
  await signIn(await context.newPage(), who)
  const state = await context.storageState()
  await context.close()
  return state
}

const take = async (shown: Shown, { name, who, open }: ProductPage, look: Look) => {
  if (who && !shown.states.has(who)) shown.states.set(who, await stateOf(shown, who))
  const context = await contextOf(shown, look, who && shown.states.get(who))
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
async function takeAll(product: Product, pages: readonly ProductPage[]) {
  const shown: Shown = { browser: await chromium.launch(options), origin: product.url, states: new Map() }
  try {
    for (const page of pages) {
      for (const look of LOOKS) await take(shown, page, look)
      console.log(page.name)
    }
  } finally {
    await shown.browser.close()
    await product.close()
  }
}

for (const file of pictures()) rmSync(join(SCREENS, file))
await takeAll(await Product.launch(), [...PRODUCT_PAGES, ...MOMENTS])
const meta = await openNumberOnMeta()
try {
  await takeAll(await Product.launch(meta.env), WITH_META)
} finally {
  await meta.close()
}
const bytes = pictures().reduce((sum, file) => sum + statSync(join(SCREENS, file)).size, 0)
console.log(`${pictures().length} pictures, ${Math.round(bytes / 1000)} kB`)
if (bytes > TOTAL_BYTES) throw new Error(`The pictures weigh more than ${TOTAL_BYTES / 1e6} MB together`)
