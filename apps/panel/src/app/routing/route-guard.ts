import { NOTIFICATION_DURATION_MS } from '@prosa/contract/constants'
import type { PageName } from '@prosa/contract/rules/organisation/access-rules'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { canOpenPage } from '../../pages/page-access.ts'
import { getSafeRedirectTarget } from '../../pages/sign-in/safe-redirect-target.ts'
import { MISSING_INVITATION_TOKEN_MESSAGE } from '../../shared/api/messages.pt-br.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { notify } from '../../shared/notifications/notifications.ts'
import { useSession } from '../../shared/session/session.ts'
import { notifyAccessDenied, type PreviousPage } from './previous-page.ts'

interface RouteEntry {
  location: ParsedLocation
  preload: boolean
  abortController: AbortController
}

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/**
 * Creates a route guard that runs before a page loads and checks that the user may open the page. `page`: page to check; null allows every
 * signed-in user.
 */
export const createPageGuard =
  (page: PageName | null, previousPage: PreviousPage) =>
  async ({ location, preload, abortController }: RouteEntry): Promise<void> => {
    const { isAuthenticated, user } = useSession.getState()
    if (!isAuthenticated || !user) throw redirect({ to: PATHS.login, search: { next: location.href }, replace: true })
    if (preload || page === null || canOpenPage(page, user.role)) return
    notifyAccessDenied()
    if (!previousPage.goBack()) throw redirect({ to: PATHS.agents, replace: true })
    await waitForAbort(abortController.signal)
  }

/** Redirects a signed-in user from the login page to the requested page. */
export function redirectSignedInUser({ search }: { search: { next?: string } }): void {
  if (useSession.getState().isAuthenticated) throw redirect({ href: getSafeRedirectTarget(search.next), replace: true })
}

/** Redirects from the invitation page to an error page if the URL has no token. Shows no notification for a preload on hover. */
export function requireInvitationToken({ search, preload }: { search: { token?: string }; preload: boolean }): void {
  if (search.token) return
  if (!preload) notify.error({ title: MISSING_INVITATION_TOKEN_MESSAGE, duration: NOTIFICATION_DURATION_MS })
  throw redirect({ to: PATHS.onboardingError, search: { reason: 'missing_token' }, replace: true })
}
