import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { BROWSER_ARGS, findChromium } from '../../../scripts/product/test-browser.ts'
import type { BenchEnvironment } from '../bench-environment.ts'
import { BENCH_PASSWORD, buildId, buildUserPhone } from '../dataset/ids.ts'
import { installBenchHelpers } from '../page/install-bench-helpers.ts'

const COUNTRY_CODE_CHARS = 3
/** Number of the next user; from here on, no other measure uses the users. */
let nextUserNumber = 2_000

/** A browser with windows of signed-in users. */
export class BrowserWindows {
  readonly url: string
  readonly #browser: Browser

  private constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.url = url
  }

  static async open(stage: BenchEnvironment): Promise<BrowserWindows> {
    const executablePath = findChromium(chromium.executablePath())
    if (!executablePath) throw new Error('no Chromium was found: set CHROMIUM_PATH')
    const { url } = await stage.product()
    return new BrowserWindows(await chromium.launch({ executablePath, args: [...BROWSER_ARGS] }), url)
  }

  /** Opens a window with another user's session and the agent's conversations. */
  async window(): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.url,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      viewport: { width: 1440, height: 1200 },
    })
    await context.addInitScript(installBenchHelpers)
    const page = await context.newPage()
    await page.goto('/login')
    await page
      .getByRole('textbox', { name: 'Telefone' })
      .pressSequentially(buildUserPhone('large', ++nextUserNumber).slice(COUNTRY_CODE_CHARS))
    await page.getByLabel(/^Senha/).fill(BENCH_PASSWORD)
    await page.getByRole('button', { name: 'Acessar' }).click()
    await page.getByRole('link', { name: 'Clara', exact: true }).click()
    await getListRows(page).first().waitFor()
    return page
  }

  async close(): Promise<void> {
    await this.#browser.close()
  }
}

export const getListRows = (page: Page) => page.locator('a[data-row]')

/** Slows the page's processor down by a factor, for example to that of a cheap phone. */
export const throttleCpu = async (page: Page, rate: number): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return session
}

/** Returns the numbers of the conversations in the list that are currently in the page. */
export const getShownConversations = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[data-row]')].map((row) =>
      Number.parseInt((row.dataset['row'] ?? '').slice(-12), 16),
    ),
  )

/** Measures write in conversations up to this number, so their last message differs between runs. */
const MAX_WRITTEN_CONVERSATION = 1_100

/** Returns the shown conversations that no measure changed, without the long one. */
export const getShownUnwrittenConversations = async (page: Page, stage: BenchEnvironment): Promise<number[]> =>
  (await getShownConversations(page)).filter((n) => n > MAX_WRITTEN_CONVERSATION && n !== stage.sizes.large.conversations)

export const buildChatPath = (n: number): string => `/chat/${buildId('large', 'lead', n)}/${buildId('large', 'conversation', n)}`

export const getListRow = (page: Page, n: number) => page.locator(`a[data-row="${buildId('large', 'conversation', n)}"]`)

/** Returns a function that waits until the server has acknowledged joining the open lead's room. */
export const trackRoomJoin = (page: Page): (() => Promise<void>) => {
  let heard: () => void
  const joined = new Promise<void>((resolve) => (heard = resolve))
  page.on('websocket', (socket) => {
    const asked = new Set<string>()
    socket.on('framesent', ({ payload }) => {
      const [, ack] = /^42(\d+)\["join_conversation"/.exec(String(payload)) ?? []
      if (ack) asked.add(ack)
    })
    socket.on('framereceived', ({ payload }) => {
      const [, ack] = /^43(\d+)\[/.exec(String(payload)) ?? []
      if (ack && asked.has(ack)) heard()
    })
  })
  return () => joined
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** In microseconds. */
  readonly dur?: number
  readonly args?: { readonly name?: string }
}

/** Returns the longest task of the busiest page in milliseconds, including tasks that the browser does not report as long. */
const measureLongestTask = async (page: Page, work: () => Promise<unknown>): Promise<number> => {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly TraceEvent[] }
  const tasks = new Map<string, number[]>()
  for (const { name, args, pid, tid } of traceEvents)
    if (name === 'thread_name' && args?.name === 'CrRendererMain') tasks.set(`${pid} ${tid}`, [])
  for (const { name, pid, tid, dur = 0 } of traceEvents)
    if (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask') tasks.get(`${pid} ${tid}`)?.push(dur / 1_000)
  const sum = (durations: readonly number[]) => durations.reduce((total, one) => total + one, 0)
  const busiest = [...tasks.values()].toSorted((a, b) => sum(b) - sum(a))[0] ?? []
  if (busiest.length === 0) throw new Error('The trace tells of no task')
  return Math.max(...busiest)
}

/** Returns the longest task in milliseconds while scrolling by small steps and by dragging far. */
export const measureScrollTask = async (page: Page, scroller: string, direction: 1 | -1): Promise<number> =>
  measureLongestTask(page, () =>
    page.evaluate(
      async ([selector, sign]) => {
        const box = document.querySelector(selector)
        if (!box) throw new Error(`There is no ${selector}`)
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        for (let step = 0; step < 200; step++) {
          box.scrollTop += sign * 120
          await frame()
        }
        for (let drag = 0; drag < 20; drag++) {
          box.scrollTop += (sign * box.scrollHeight) / 25
          await frame()
          await frame()
        }
      },
      [scroller, direction] as const,
    ),
  )
