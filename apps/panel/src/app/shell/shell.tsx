import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useMatch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { queryClient } from '../../shared/api/query-client.ts'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../shared/session/session.ts'
import { MAIN_CONTENT_ID } from '../../shared/ui/focus/main-content.ts'
import { GlobalOverlays } from '../command-palette/global-overlays.tsx'
import { BottomNav } from './nav-links.tsx'
import { TopBar } from './top-bar.tsx'

const [AppEffects] = lazyComponent(() => import('../app-effects.tsx'))

// Clears the cache when another user signs in, so that the previous user's data is not shown.
useSession.subscribe((session, previous) => {
  if (session.user?.id !== previous.user?.id) queryClient.clear()
})

/** Layout of signed-in pages, with the top bar. On a phone an open conversation fills the whole height. */
export function Shell() {
  const inConversation = useMatch({ from: '/shell/chat/$leadId/$conversationId', shouldThrow: false }) !== undefined
  return (
    <QueryClientProvider client={queryClient}>
      <a
        href={`#${MAIN_CONTENT_ID}`}
        className="sr-only rounded-control bg-primary px-3 py-2 text-on-primary focus-visible:not-sr-only focus-visible:absolute focus-visible:top-2 focus-visible:left-2 focus-visible:z-60"
      >
        Pular para o conteúdo
      </a>
      <div className="flex h-dvh flex-col">
        <Suspense>
          <AppEffects />
        </Suspense>
        <TopBar isInConversation={inConversation} />
        <main id={MAIN_CONTENT_ID} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto focus:outline-none">
          <Outlet />
        </main>
        {!inConversation && <BottomNav />}
      </div>
      <GlobalOverlays />
    </QueryClientProvider>
  )
}
