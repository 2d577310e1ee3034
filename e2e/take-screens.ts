import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { BROWSER_ARGS, findChromium } from '../scripts/product/browser.ts'
import { Product } from '../scripts/product/product.ts'
import type { Who } from './support/accounts.ts'
import { PRODUCT_PAGES, type ProductPage } from './support/pages-of-the-product.ts'
import { callsGoTo } from './support/provider.ts'
import { signIn } from './support/sign-in.ts'

/** Takes a picture of every page of the product, on the demo's data, into docs/screens. */

const SCREENS = join(import.meta.dirname, '../docs/screens')
const LOOKS = [
  { name: 'claro-1440', theme: 'light', width: 1440, height: 900 },
  { name: 'escuro-1440', theme: 'dark', width: 1440, height: 900 },
  { name: 'escuro-390', theme: 'dark', width: 390, height: 844 },
] as const
type Look = (typeof LOOKS)[number]
const TOTAL_BYTES = 4_000_000

const product = await Product.launch()
const executablePath = findChromium(chromium.executablePath())
const browser = await chromium.launch({ args: BROWSER_ARGS, ...(executablePath ? { executablePath } : {}) })
type State = Awaited<ReturnType<BrowserContext['storageState']>>
const states = new Map<Who, State>()

const pictures = () => readdirSync(SCREENS).filter((file) => file.endsWith('.jpg'))

const contextOf = async (from: Browser, look: Look, storageState?: State) => {
  const context = await from.newContext({
    baseURL: product.url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: look.width, height: look.height },
    hasTouch: look.width < 640,
    reducedMotion: 'reduce',
    colorScheme: look.theme,
    ...(storageState ? { storageState } : {}),
  })
  callsGoTo(context, `${product.url}/api`)
  return context
}

async function stateOf(who: Who) {
  const context = await contextOf(browser, LOOKS[0])
  await signIn(await context.newPage(), who)
  const state = await context.storageState()
  await context.close()
  return state
}

const take = async ({ name, who, open }: ProductPage, look: Look) => {
  if (who && !states.has(who)) states.set(who, await stateOf(who))
  const context = await contextOf(browser, look, who && states.get(who))
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await open(page)
  await page.evaluate((theme) => {
    document.documentElement.dataset['theme'] = theme
  }, look.theme)
  // What comes after the page itself, as a face or the real-time line, has come, and the page has settled around it.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(SCREENS, `${name}-${look.name}.jpg`), type: 'jpeg', quality: 72, animations: 'disabled' })
  await context.close()
}

try {
  for (const file of pictures()) rmSync(join(SCREENS, file))
  for (const page of PRODUCT_PAGES) {
    for (const look of LOOKS) await take(page, look)
    console.log(page.name)
  }
  const bytes = pictures().reduce((sum, file) => sum + statSync(join(SCREENS, file)).size, 0)
  console.log(`${PRODUCT_PAGES.length * LOOKS.length} pictures, ${Math.round(bytes / 1000)} kB`)
  if (bytes > TOTAL_BYTES) throw new Error(`The pictures weigh more than ${TOTAL_BYTES / 1e6} MB together`)
} finally {
  await browser.close()
  await product.close()
}
