import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { me } from '@prosa/contract/calls/accounts/auth'
import type { LoadTestTenant } from '../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import type { ScenarioRandom } from '../scenario-random.ts'
import { callAsUser } from './call-as-user.ts'

const RETRY_BUTTON_TEXT = 'Tentar novamente'
const RETRY_DELAY_MS = 500
/** Screens of a thread: how many a round fills at most, and how far each scroll step goes. */
const MAX_ROUND_SCREENS = 5
const SCREENS_PER_STEP = 0.5
/** Timeout in milliseconds: restarts are slow beside a dozen pages. `kill-server` measures their speed. */
const PAGE_TIMEOUT_MS = 60_000
/** Milliseconds without progress after which the scenario fails. */
const NO_PROGRESS_TIMEOUT_MS = 300_000

export interface LineFaults {
  chance: ScenarioRandom
  /**
   * Percentage of file calls, and of messages with a file, interrupted before the request arrives (`cuts`) or before the answer does
   * (`lostAnswers`).
   */
  cuts: number
  lostAnswers: number
  /** Maximum delay of each such call in milliseconds. */
  slow: number
  /** Number of interruptions. */
  strikes: number
}

/** User, address and connection of a browser. */
interface PanelTabOptions {
  url: string
  person: LoadTestTenant['people'][number]
  address: string
  line: LineFaults
}

export interface FileToSend {
  name: string
  caption: string
  bytes: Buffer
}

/** One user's browser with one conversation; its tab can be killed. */
export class PanelTab {
  readonly #context: BrowserContext
  readonly #seat: PanelTabOptions
  #page: Page | null = null
  /** Messages that failed and were retried manually; their position is that of the retry. */
  readonly byHand = new Set<string>()

  private constructor(context: BrowserContext, seat: PanelTabOptions) {
    this.#context = context
    this.#seat = seat
  }

  static async open(browser: Browser, seat: PanelTabOptions): Promise<PanelTab> {
    const context = await browser.newContext({ baseURL: seat.url, locale: 'pt-BR', viewport: { width: 1280, height: 800 } })
    await context.addCookies([{ name: 'prosa_access', value: seat.person.token, url: seat.url }])
    const user = await retryUntilDone(async () => (await callAsUser(seat.url, seat.person.token, me)).data)
    await context.addInitScript(
      (signedIn) => {
        // If the panel opens while the server is down, it signs the user out; this restores the sign-in.
        localStorage.setItem('auth-storage', signedIn)
      },
      JSON.stringify({ state: { user, isAuthenticated: true }, version: 0 }),
    )
    await injectLineFaults(context, seat.line)
    const tab = new PanelTab(context, seat)
    await tab.reopen()
    return tab
  }

  get #tab(): Page {
    if (!this.#page) throw new Error('This tab was killed')
    return this.#page
  }

  /** Opens a new tab, which has only the browser's stored data. */
  async reopen(): Promise<void> {
    const page = await this.#context.newPage()
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    this.#page = page
    await retryUntilDone(async () => {
      await page.goto(this.#seat.address, { waitUntil: 'commit' })
      await page.getByRole('button', { name: 'Anexar' }).waitFor()
    })
  }

  async kill(): Promise<void> {
    await this.#tab.close({ runBeforeUnload: false })
    this.#page = null
  }

  async say(text: string): Promise<void> {
    const box = this.#tab.getByRole('textbox', { name: 'Mensagem' })
    await box.fill(text)
    await box.press('Enter')
  }

  async attach(files: readonly FileToSend[]): Promise<void> {
    const page = this.#tab
    await page
      .getByLabel('Arquivos')
      .setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: 'application/pdf', buffer: bytes })))
    const tray = page.getByRole('dialog', { name: 'Enviar arquivos' })
    for (const { name, caption } of files) await tray.getByRole('textbox', { name: `Legenda de ${name}` }).fill(caption)
    await tray.getByRole('button', { name: /^Enviar \d+ arquivos?$/ }).click()
    await tray.waitFor({ state: 'detached' })
  }

  /** Returns the texts of the messages that this browser stores unsent. */
  kept(): Promise<string[]> {
    return this.#tab.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('unsent')
        opening.addEventListener('success', () => resolve(opening.result))
      })
      const all = db.transaction('entries').objectStore('entries').getAll()
      await new Promise((resolve) => all.addEventListener('success', resolve))
      db.close()
      return (all.result as { entry: { content: string } }[]).map(({ entry }) => entry.content)
    })
  }

  /** Returns the URL and the end of the page's text. */
  async shown(): Promise<string> {
    const said = await this.#tab.locator('body').innerText()
    return `${this.#tab.url()} … ${said.slice(-400).replaceAll('\n', ' | ')}`
  }

  /** Retries the failed messages among these by clicking, and scrolls up to find them. */
  async sendAgain(contents: readonly string[]): Promise<void> {
    for (const content of contents) {
      const said = this.#tab.locator('[data-speaker]').filter({ hasText: content })
      await this.#lookFor(said)
      const button = said.locator('..').getByRole('button', { name: RETRY_BUTTON_TEXT })
      if ((await button.count()) === 0) continue
      this.byHand.add(content)
      // Ignores a failed click: the message may just have been sent.
      await button.click({ timeout: RETRY_DELAY_MS }).catch(() => undefined)
    }
  }

  /** Scrolls up from the end in steps until the message is in the page, at most the length of a round. */
  async #lookFor(said: Locator): Promise<void> {
    for (let screens = 0; screens < MAX_ROUND_SCREENS && (await said.count()) === 0; screens += SCREENS_PER_STEP)
      await this.#tab
        .getByRole('log')
        .evaluate(
          (log, up) => {
            let scroller: Element = log
            while (scroller.parentElement && scroller.scrollHeight <= scroller.clientHeight) scroller = scroller.parentElement
            scroller.scrollTop = scroller.scrollHeight - scroller.clientHeight * (1 + up)
            return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
          },
          screens,
          { timeout: RETRY_DELAY_MS },
        )
        .catch(() => undefined)
  }

  async close(): Promise<void> {
    await this.#context.close()
  }
}

/** Delays or interrupts file calls and messages with a file, or executes them and drops the answer. */
const injectLineFaults = (context: BrowserContext, line: LineFaults) =>
  context.route(/\/api\/(files|conversations\/.*\/messages$)/, async (route) => {
    const request = route.request()
    const isOfFile = request.url().includes('/api/files') || (request.postData() ?? '').includes('file_id')
    if (!isOfFile || request.method() === 'GET') return route.continue().catch(() => undefined)
    try {
      await wait(line.chance.int(0, line.slow))
      if (line.chance.happens(line.cuts)) {
        line.strikes += 1
        return await route.abort('connectionreset')
      }
      if (!line.chance.happens(line.lostAnswers)) return await route.continue()
      await route.fetch()
      line.strikes += 1
      await route.abort('connectionreset')
    } catch {
      // The tab or the server may be gone.
      await route.abort('connectionreset').catch(() => undefined)
    }
  })

/** Retries until `work` succeeds, because the server may be down. */
export async function retryUntilDone<T>(work: () => Promise<T>): Promise<T> {
  const since = Date.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() - since > NO_PROGRESS_TIMEOUT_MS) throw error
      await wait(RETRY_DELAY_MS)
    }
  }
}
