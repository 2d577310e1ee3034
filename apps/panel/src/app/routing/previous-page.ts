import type { RouterHistory } from '@tanstack/react-router'
import { SESSION_MESSAGES } from '../../shared/api/messages.pt-br.ts'
import { safeSessionStorage } from '../../shared/browser/safe-storage.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { notify } from '../../shared/notifications/notifications.ts'

/** Navigation back from a page that the user is not allowed to open. */
export interface PreviousPage {
  /** Goes back one page. Returns false if there is none, or only the login page (gap G28). */
  goBack: () => boolean
}

/**
 * Session storage key of a pending 'access denied' notification. After a typed address, going back loads another document, so memory cannot
 * keep the notification.
 */
const DENIAL_STORAGE_KEY = 'refused'

export const notifyAccessDenied = (): void => void notify.error({ title: SESSION_MESSAGES.insufficientRole })

/** Whether the browser is leaving this document. The router may run the guard again before the browser has left. */
let isLeavingDocument = false

/** Shows the notification about a page that was denied in the previous document, once. Handler of the `pageshow` event. */
export function notifyStoredAccessDenial({ persisted }: PageTransitionEvent): void {
  if (isLeavingDocument) {
    // The browser restored the denied document from its cache, because the user went forward.
    if (persisted) window.location.reload()
    return
  }
  if (safeSessionStorage.getItem(DENIAL_STORAGE_KEY) === null) return
  safeSessionStorage.removeItem(DENIAL_STORAGE_KEY)
  notifyAccessDenied()
}

/**
 * Whether the user typed the address while a page of this app was open. False in a new tab, after another site, or without the Navigation
 * API.
 */
// oxlint-disable-next-line browsers/supported -- tested for in the same line
const wasAddressTyped = (): boolean => 'navigation' in window && window.navigation.canGoBack

export interface RouterWithHistory {
  history: RouterHistory
  state: { resolvedLocation?: { pathname: string } | undefined }
}

/** Creates the navigation to the previous page: the router's last page, or the document that was open before the address was typed. */
export const createPreviousPage = (getRouter: () => RouterWithHistory | null): PreviousPage => ({
  goBack: () => {
    const currentRouter = getRouter()
    // oxlint-disable-next-line browsers/supported -- the router's own
    if (currentRouter?.history.canGoBack()) {
      if (currentRouter.state.resolvedLocation?.pathname === PATHS.login) return false
      currentRouter.history.back()
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
