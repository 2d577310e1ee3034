import type { Locator, Page } from '@playwright/test'
import type { Who } from '../accounts.ts'
import type { BareConversation } from '../bare-provider/world.ts'
import type { BadAnswer } from './answers.ts'

/** Window, data and helpers of a rehearsal. */
export interface Stage {
  readonly page: Page
  /** A conversation used by this rehearsal only. */
  readonly conversation: BareConversation
  readonly path: string
  /** Signs the window in again with a valid session. */
  readonly signInAgain: () => Promise<void>
  /** Creates a pending invitation and returns its token. */
  readonly invite: (email: string) => string
  /** Emits the event that marking as read has failed. */
  readonly markReadFails: () => void
}

/** How a page makes one call and handles its failure. */
export interface Rehearsal {
  /** User of the page; undefined for public pages. */
  readonly who?: Who
  /** Opens the page while all calls succeed. */
  readonly open: (stage: Stage) => Promise<unknown>
  /** Makes the call, also again after a failure. */
  readonly provoke: (stage: Stage, answer: BadAnswer) => Promise<unknown>
  /** Returns an element that must remain visible after the failure. */
  readonly stands: (page: Page) => Locator
  /** Returns the error text shown to the user; null if the failure is not shown. */
  readonly says: ((answer: BadAnswer) => string | null) | null
  /** Set if a 401 answer does not end a session: there is none, or the text of `says` is the only reaction. */
  readonly says401?: true
  /** Text of the toast that the action shows regardless of the result. */
  readonly bringsToast?: string
  /** Fields whose typed text must be preserved. */
  readonly keeps?: (page: Page) => readonly [field: Locator, text: string][]
  /** Resets the page for the next answer. */
  readonly settle?: (stage: Stage) => Promise<unknown>
}

export const retry = (page: Page): Locator => page.getByRole('button', { name: 'Tentar novamente' })

/** Retries with the page's own button. If there is none, or it disappears because the page retries automatically, calls `open`. */
export const askAgain = async (page: Page, open: () => Promise<unknown>): Promise<unknown> =>
  (await retry(page).isVisible()) ? retry(page).click({ timeout: 2_000 }).catch(open) : open()
export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()
