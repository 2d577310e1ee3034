import type { RouterHistory } from '@tanstack/react-router'
import { SESSION_MESSAGES } from '../../shared/api/messages.pt-br.ts'
import { safeSessionStorage } from '../../shared/browser/safe-storage.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { notify } from '../../shared/notifications/notifications.ts'

/** Previous page of a visitor who was denied a page. */
export interface PreviousPage {
  /** Goes back one page. Returns false if there is none, or only the login page (gap G28). */
  goBack: () => boolean
}

/**
 * The denial is shown on the page after going back. If the address was typed, that is another document, so the denial passes through
 * storage.
 */
const DENIAL_STORAGE_KEY = 'refused'

export const notifyAccessDenied = (): void => void notify.error({ title: SESSION_MESSAGES.roleRefused })

/** True while this document is being left, because the router may run the guard more than once. */
let isLeavingDocument = false

/** Handler of `pageshow`: shows the denial of the document that was left, once. */
export function notifyStoredAccessDenial({ persisted }: PageTransitionEvent): void {
  if (isLeavingDocument) {
    // The denied document itself, restored from the browser's cache by going forward.
    if (persisted) window.location.reload()
    return
  }
  if (safeSessionStorage.getItem(DENIAL_STORAGE_KEY) === null) return
  safeSessionStorage.removeItem(DENIAL_STORAGE_KEY)
  notifyAccessDenied()
}

/** Whether the address was typed over a page of this app, as far as the browser reveals it; false over another site or in a new tab. */
// oxlint-disable-next-line browsers/supported -- tested for in the same line
const wasAddressTyped = (): boolean => 'navigation' in window && window.navigation.canGoBack

export interface RouterWithHistory {
  history: RouterHistory
  state: { resolvedLocation?: { pathname: string } | undefined }
}

/** Finds the previous page: the router's own last page, or the document that was open when the address was typed. */
export const createPreviousPage = (router: () => RouterWithHistory | null): PreviousPage => ({
  goBack: () => {
    const at = router()
    // oxlint-disable-next-line browsers/supported -- the router's own
    if (at?.history.canGoBack()) {
      if (at.state.resolvedLocation?.pathname === PATHS.login) return false
      at.history.back()
      return true
    }
    if (isLeavingDocument) return true
    if (!wasAddressTyped()) return false
    isLeavingDocument = true
    safeSessionStorage.setItem(DENIAL_STORAGE_KEY, window.location.pathname)
    window.history.back()
    return true
  },
})
