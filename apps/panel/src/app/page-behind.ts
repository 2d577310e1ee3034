import type { RouterHistory } from '@tanstack/react-router'
import { SESSION_MESSAGES } from '../shared/api/messages.pt-br.ts'
import { PATHS } from '../shared/config/paths.ts'
import { notify } from '../shared/notifications.ts'
import { tabArea } from '../shared/safe-storage.ts'

/** The page that a refused visitor came from. */
export interface PageBehind {
  /** Goes back one page; false where there is none, or only the login page (gap G28). */
  goBack: () => boolean
}

/** What was refused is said on the page that stands after going back, which is a document of its own when an address was typed. */
const KEY = 'refused'

export const sayRefused = (): void => void notify.error({ title: SESSION_MESSAGES.roleRefused })

/** This document is on its way out: the router may ask the guard more than once. */
let isLeaving = false

/** On `pageshow`: says what the document that was gone back from was refused, once. */
export function sayRefusedBefore({ persisted }: PageTransitionEvent): void {
  if (isLeaving) {
    // The refused document itself, kept by the browser for who goes forward again.
    if (persisted) window.location.reload()
    return
  }
  if (tabArea.getItem(KEY) === null) return
  tabArea.removeItem(KEY)
  sayRefused()
}

/** Whether an address was typed over a page of this app's; not over another site's, or in a fresh tab. The browser tells no more of it. */
// oxlint-disable-next-line browsers/supported -- tested for in the same line
const isTypedOver = (): boolean => 'navigation' in window && window.navigation.canGoBack

export interface RouterAt {
  history: RouterHistory
  state: { resolvedLocation?: { pathname: string } | undefined }
}

/** Behind what the router shows: its own last page, else the document that an address was typed over. */
export const pageBehind = (router: () => RouterAt | null): PageBehind => ({
  goBack: () => {
    const at = router()
    // oxlint-disable-next-line browsers/supported -- the router's own
    if (at?.history.canGoBack()) {
      if (at.state.resolvedLocation?.pathname === PATHS.login) return false
      at.history.back()
      return true
    }
    if (isLeaving) return true
    if (!isTypedOver()) return false
    isLeaving = true
    tabArea.setItem(KEY, window.location.pathname)
    window.history.back()
    return true
  },
})
