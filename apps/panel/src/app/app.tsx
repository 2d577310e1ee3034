import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PATHS } from '../shared/config/paths.ts'
import { useAccountRequirement } from '../shared/session/account-requirement.ts'
import { useSession } from '../shared/session/session.ts'
import { FullScreenSpinner } from '../shared/ui/feedback/full-screen-spinner.tsx'
import { createPanelRouter } from './router.tsx'

/** Redirects to the login page after a sign-out. If the user did not choose the sign-out, the login page leads back to the current page. */
function useRedirectOnSignOut(router: ReturnType<typeof createPanelRouter>) {
  useEffect(
    () =>
      useSession.subscribe((session, previous) => {
        if (!previous.user || session.user || !session.isInitialized) return
        if (session.error) void router.invalidate()
        else void router.navigate({ to: PATHS.login })
      }),
    [router],
  )
}

/**
 * Redirects a user who must change the password or set up a second factor to the settings page. Returns to the previous page afterwards.
 */
function useRedirectToRequirement(router: ReturnType<typeof createPanelRouter>) {
  useEffect(() => {
    let returnHref: string | null = null
    return useAccountRequirement.subscribe(({ code }) => {
      const { pathname, href } = router.latestLocation
      if (code && pathname !== PATHS.userSettings) {
        returnHref = href
        void router.navigate({ to: PATHS.userSettings })
      }
      if (!code) {
        if (returnHref && useSession.getState().user) void router.navigate({ href: returnHref })
        returnHref = null
      }
    })
  }, [router])
}

/** Loads the code of the current page while the session is being verified. */
function usePreloadedRouteCode(router: ReturnType<typeof createPanelRouter>) {
  useEffect(() => {
    if (!useSession.getState().user) return
    for (const { routeId } of router.matchRoutes(router.latestLocation)) {
      void router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])?.catch(() => undefined)
    }
  }, [router])
}

/** Root component of the panel. `history`: replaces the browser's history in tests. */
export function App({ history }: { history?: RouterHistory }) {
  const [router] = useState(() => createPanelRouter(history))
  const isInitialized = useSession((state) => state.isInitialized)
  const isVerifying = useSession((state) => state.isVerifying)
  useRedirectOnSignOut(router)
  useRedirectToRequirement(router)
  usePreloadedRouteCode(router)
  if (!isInitialized) return isVerifying ? <FullScreenSpinner /> : <FullScreenSpinner text="Inicializando aplicativo..." />
  return <RouterProvider router={router} />
}
