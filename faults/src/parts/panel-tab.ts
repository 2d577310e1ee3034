import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { me } from '@prosa/contract/calls/auth'
import type { World } from '../../../apps/server/src/testing/world.ts'
import { makeCall } from '../call.ts'
import type { Chance } from '../chance.ts'

const TRY_AGAIN = 'Tentar novamente'
const AGAIN_MS = 500
/** Screens of a thread: what a round fills at most, and what is looked at anew with each step. */
const ROUND_SCREENS = 5
const SCREENS_A_STEP = 0.5
/** A server that has just been killed comes back beside a dozen pages: how quickly it may, `kill-server` measures. */
const PATIENCE_MS = 60_000
/** Whatever stands still for so long is broken. */
const LOST_HOPE_MS = 300_000

export interface Line {
  chance: Chance
  /** Percent of the calls about files, and of what is sent with one, that break off before they arrive, and after. */
  cuts: number
  lostAnswers: number
  /** Milliseconds that each of them takes, at most. */
  slow: number
  /** How often the line struck. */
  strikes: number
}

/** Whose browser it is, and where it stands. */
interface Seat {
  url: string
  person: World['people'][number]
  address: string
  line: Line
}

export interface NewFile {
  name: string
  caption: string
  bytes: Buffer
}

/** One person's browser at one conversation, whose tab can be killed. */
export class PanelTab {
  readonly #context: BrowserContext
  readonly #seat: Seat
  #page: Page | null = null
  /** What stood failed and was sent again by hand: its place is where it was sent again. */
  readonly byHand = new Set<string>()

  private constructor(context: BrowserContext, seat: Seat) {
    this.#context = context
    this.#seat = seat
  }

  static async open(browser: Browser, seat: Seat): Promise<PanelTab> {
    const context = await browser.newContext({ baseURL: seat.url, locale: 'pt-BR', viewport: { width: 1280, height: 800 } })
    await context.addCookies([{ name: 'prosa_access', value: seat.person.token, url: seat.url }])
    const user = await untilDone(async () => (await makeCall(seat.url, seat.person.token, me)).data)
    await context.addInitScript(
      (signedIn) => {
        // A server that is down signs out whoever opens the panel; this person signs in again.
        localStorage.setItem('auth-storage', signedIn)
      },
      JSON.stringify({ state: { user, isAuthenticated: true }, version: 0 }),
    )
    await spoil(context, seat.line)
    const tab = new PanelTab(context, seat)
    await tab.reopen()
    return tab
  }

  get #tab(): Page {
    if (!this.#page) throw new Error('This tab was killed')
    return this.#page
  }

  /** A tab like any new one, which knows what the browser keeps and nothing else. */
  async reopen(): Promise<void> {
    const page = await this.#context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    this.#page = page
    await untilDone(async () => {
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

  async attach(files: readonly NewFile[]): Promise<void> {
    const page = this.#tab
    await page
      .getByLabel('Arquivos')
      .setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: 'application/pdf', buffer: bytes })))
    const tray = page.getByRole('dialog', { name: 'Enviar arquivos' })
    for (const { name, caption } of files) await tray.getByRole('textbox', { name: `Legenda de ${name}` }).fill(caption)
    await tray.getByRole('button', { name: /^Enviar \d+ arquivos?$/ }).click()
    await tray.waitFor({ state: 'detached' })
  }

  /** What this browser keeps, by its words. */
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

  /** Where it is, and the last of what it says. */
  async shown(): Promise<string> {
    const said = await this.#tab.locator('body').innerText()
    return `${this.#tab.url()} … ${said.slice(-400).replaceAll('\n', ' | ')}`
  }

  /** What stands failed of these is sent again, as a person does, who looks for what is above the screen. */
  async sendAgain(contents: readonly string[]): Promise<void> {
    for (const content of contents) {
      const said = this.#tab.locator('[data-speaker]').filter({ hasText: content })
      await this.#lookFor(said)
      const button = said.locator('..').getByRole('button', { name: TRY_AGAIN })
      if ((await button.count()) === 0) continue
      this.byHand.add(content)
      // It may have arrived at this moment.
      await button.click({ timeout: AGAIN_MS }).catch(() => undefined)
    }
  }

  /** Scrolls from the end up, a part of a screen at a time, until it is in the page, as far as a round reaches. */
  async #lookFor(said: Locator): Promise<void> {
    for (let screens = 0; screens < ROUND_SCREENS && (await said.count()) === 0; screens += SCREENS_A_STEP)
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
          { timeout: AGAIN_MS },
        )
        .catch(() => undefined)
  }

  async close(): Promise<void> {
    await this.#context.close()
  }
}

/** Calls about files, and messages with a file, take their time, break off on their way, or are carried out and never answered. */
const spoil = (context: BrowserContext, line: Line) =>
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
      // Its tab has gone, or the server.
      await route.abort('connectionreset').catch(() => undefined)
    }
  })

/** Tries until it works: the server may be down. */
export async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  const since = Date.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() - since > LOST_HOPE_MS) throw error
      await wait(AGAIN_MS)
    }
  }
}
