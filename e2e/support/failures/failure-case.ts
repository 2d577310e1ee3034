import type { Locator, Page } from '@playwright/test'
import type { AccountName } from '../accounts.ts'
import type { BareConversation } from '../bare-provider/bare-data.ts'
import type { FailedAnswer } from './failing-call.ts'

/** Window, data and helpers of a rehearsal. */
export interface FailureContext {
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
export interface FailureCase {
  /** User of the page; undefined for public pages. */
  readonly who?: AccountName
  /** Opens the page while all calls succeed. */
  readonly open: (stage: FailureContext) => Promise<unknown>
  /** Makes the call, also again after a failure. */
  readonly provoke: (stage: FailureContext, answer: FailedAnswer) => Promise<unknown>
  /** Returns an element that must remain visible after the failure. */
  readonly stands: (page: Page) => Locator
  /** Returns the error text shown to the user; null if the failure is not shown. */
  readonly says: ((answer: FailedAnswer) => string | null) | null
  /** Set if a 401 answer does not end a session: there is none, or the text of `says` is the only reaction. */
  readonly says401?: true
  /** Text of the toast that the action shows regardless of the result. */
  readonly bringsToast?: string
  /** Fields whose typed text must be preserved. */
  readonly keeps?: (page: Page) => readonly [field: Locator, text: string][]
  /** Resets the page for the next answer. */
  readonly settle?: (stage: FailureContext) => Promise<unknown>
}

export const getRetryButton = (page: Page): Locator => page.getByRole('button', { name: 'Tentar novamente' })

/** Retries with the page's own button. If there is none, or it disappears because the page retries automatically, calls `open`. */
export const retryCall = async (page: Page, open: () => Promise<unknown>): Promise<unknown> =>
  (await getRetryButton(page).isVisible()) ? getRetryButton(page).click({ timeout: 2_000 }).catch(open) : open()
export const createHeadingLocator = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()
