import type { Locator, Page } from '@playwright/test'
import type { Who } from '../accounts.ts'
import type { BareConversation } from '../bare-provider/world.ts'
import type { BadAnswer } from './answers.ts'

/** What a rehearsal has at hand. */
export interface Stage {
  readonly page: Page
  /** A conversation of this rehearsal's own. */
  readonly conversation: BareConversation
  readonly path: string
  /** Signs the window in anew, as if nothing had ended its session. */
  readonly signInAgain: () => Promise<void>
  /** The token of an invitation that waits. */
  readonly invite: (email: string) => string
  /** Says in real time that marking as read has failed. */
  readonly markReadFails: () => void
}

/** How one call is met on the page that makes it. */
export interface Rehearsal {
  /** Who looks; nobody for the pages outside. */
  readonly who?: Who
  /** Gets to the page, while all is well. */
  readonly open: (stage: Stage) => Promise<unknown>
  /** Makes the call, the first time and again after a failure. */
  readonly provoke: (stage: Stage, answer: BadAnswer) => Promise<unknown>
  /** What still stands after the failure. */
  readonly stands: (page: Page) => Locator
  /** What a person is told; null for what fails in silence. */
  readonly says: ((answer: BadAnswer) => string | null) | null
  /** Its 401 does not end a session by itself: there is none, or what is said above is all. */
  readonly says401?: true
  /** The toast of what provokes the call, whatever comes of it. */
  readonly bringsToast?: string
  /** What was typed and must still be there. */
  readonly keeps?: (page: Page) => readonly [field: Locator, text: string][]
  /** Puts the page back for the next answer. */
  readonly settle?: (stage: Stage) => Promise<unknown>
}

export const retry = (page: Page): Locator => page.getByRole('button', { name: 'Tentar novamente' })

/** Asks again by the page's own button. Where there is none, or the page asks by itself and takes it away in that moment, `open` does. */
export const askAgain = async (page: Page, open: () => Promise<unknown>): Promise<unknown> =>
  (await retry(page).isVisible()) ? retry(page).click({ timeout: 2_000 }).catch(open) : open()
export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()
