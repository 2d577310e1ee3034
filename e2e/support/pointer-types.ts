import { type Browser, type BrowserContext, devices, expect, type Page } from '@playwright/test'
import { type PanelProvider, setApiUrl } from './provider.ts'

/** Minimum sizes of controls in pixels for touch and for a mouse (WCAG 2.5.5 and 2.5.8). */
export const POINTER_TYPES = [
  {
    name: 'a finger',
    least: 44,
    pointer: 'coarse',
    device: { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } },
  },
  { name: 'a pointer', least: 24, pointer: 'fine', device: { viewport: { width: 1440, height: 900 } } },
] as const

interface PointerSession {
  readonly browser: Browser
  readonly provider: PanelProvider
  readonly hand: (typeof POINTER_TYPES)[number]
  /** Browser state of the signed-in user. */
  readonly storageState?: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
}

/** Runs `look` on a page with the device of this kind of input. */
export const runWithPointer = async <Seen>(
  { browser, provider, hand, storageState }: PointerSession,
  look: (page: Page) => Promise<Seen>,
): Promise<Seen> => {
  const context = await browser.newContext({
    ...hand.device,
    baseURL: provider.url,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    ...(storageState ? { storageState } : {}),
  })
  setApiUrl(context, provider.api)
  const page = await context.newPage()
  const seen = await look(page)
  expect(await page.evaluate((kind) => matchMedia(`(pointer: ${kind})`).matches, hand.pointer)).toBe(true)
  await context.close()
  return seen
}
