import { NOTIFICATION_DURATION_MS } from '@prosa/contract/constants'
import type { Page } from '@prosa/contract/rules/who-may'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { mayOpen } from '../pages/route-table.ts'
import { safeTarget } from '../pages/safe-target.ts'
import { NO_INVITATION_TOKEN } from '../shared/api/messages.pt-br.ts'
import { PATHS } from '../shared/config/paths.ts'
import { notify } from '../shared/notifications.ts'
import { useSession } from '../shared/session/session.ts'
import { type PageBehind, sayRefused } from './page-behind.ts'

interface Entering {
  location: ParsedLocation
  preload: boolean
  abortController: AbortController
}

const left = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** Checks, before anything of a page loads, whether this user may open it. `null` allows every signed-in user. */
export const guard =
  (page: Page | null, behind: PageBehind) =>
  async ({ location, preload, abortController }: Entering): Promise<void> => {
    const { isAuthenticated, user } = useSession.getState()
    if (!isAuthenticated || !user) throw redirect({ to: PATHS.login, search: { next: location.href }, replace: true })
    if (preload || page === null || mayOpen(page, user.role)) return
    sayRefused()
    if (!behind.goBack()) throw redirect({ to: PATHS.agents, replace: true })
    await left(abortController.signal)
  }

/** Redirects a signed-in visitor away from the login page. */
export function guestOnly({ search }: { search: { next?: string } }): void {
  if (useSession.getState().isAuthenticated) throw redirect({ href: safeTarget(search.next), replace: true })
}

/** Redirects from the invitation's page if there is no token. Shows no message for a preload on hover. */
export function needsToken({ search, preload }: { search: { token?: string }; preload: boolean }): void {
  if (search.token) return
  if (!preload) notify.error({ title: NO_INVITATION_TOKEN, duration: NOTIFICATION_DURATION_MS })
  throw redirect({ to: PATHS.onboardingError, search: { reason: 'missing_token' }, replace: true })
}
