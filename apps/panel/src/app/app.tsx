import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PATHS } from '../shared/config/paths.ts'
import { useDueFirst } from '../shared/session/due-first.ts'
import { useSession } from '../shared/session/session.ts'
import { FullScreenWait } from '../shared/ui/full-screen-wait.tsx'
import { createPanelRouter } from './router.tsx'

/** Leaves a page whose user is gone: by choice to a plain login page, by force to one that leads back here. */
function useLeaveOnSignOut(router: ReturnType<typeof createPanelRouter>) {
  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        if (!before.user || now.user || !now.isInitialized) return
        if (now.error) void router.invalidate()
        else void router.navigate({ to: PATHS.login })
      }),
    [router],
  )
}

/** Who has to change the password or set up a second step first is led to where that is done, and then back. */
function useLeadToWhatIsDue(router: ReturnType<typeof createPanelRouter>) {
  useEffect(() => {
    let cameFrom: string | null = null
    return useDueFirst.subscribe(({ code }) => {
      const { pathname, href } = router.latestLocation
      if (code && pathname !== PATHS.userSettings) {
        cameFrom = href
        void router.navigate({ to: PATHS.userSettings })
      }
      if (!code) {
        if (cameFrom && useSession.getState().user) void router.navigate({ href: cameFrom })
        cameFrom = null
      }
    })
  }, [router])
}

/** The page's code comes while the session is being verified, not after. */
function useCodeAhead(router: ReturnType<typeof createPanelRouter>) {
  useEffect(() => {
    if (!useSession.getState().user) return
    for (const { routeId } of router.matchRoutes(router.latestLocation)) {
      void router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])?.catch(() => undefined)
    }
  }, [router])
}

/** The panel; `history` stands in for the browser's address bar. */
export function App({ history }: { history?: RouterHistory }) {
  const [router] = useState(() => createPanelRouter(history))
  const isInitialized = useSession((state) => state.isInitialized)
  const isVerifying = useSession((state) => state.isVerifying)
  useLeaveOnSignOut(router)
  useLeadToWhatIsDue(router)
  useCodeAhead(router)
  if (!isInitialized) return isVerifying ? <FullScreenWait /> : <FullScreenWait text="Inicializando aplicativo..." />
  return <RouterProvider router={router} />
}
