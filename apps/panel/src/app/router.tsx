import { createRouter, type RouterHistory, redirect } from '@tanstack/react-router'
import { ErrorPage } from '../pages/error-page.tsx'
import { PATHS } from '../shared/config/paths.ts'
import { FullScreenWait } from '../shared/ui/full-screen-wait.tsx'
import { createRootRoute, createRoute } from './create-route.ts'
import { lazyPage } from './lazy-page.ts'
import { pageBehind, type RouterAt } from './page-behind.ts'
import { RootLayout } from './root-layout.tsx'
import { guard, guestOnly, needsToken } from './route-guard.ts'
import { textSearch } from './text-search.ts'

/** Creates the router with all pages; most of them are loaded on demand. */
export function createPanelRouter(history?: RouterHistory) {
  let router: RouterAt | null = null
  const behind = pageBehind(() => router)

  const root = createRootRoute({
    component: RootLayout,
    notFoundComponent: lazyPage(() => import('../pages/rare-page.tsx'), 'RarePage'),
  })

  const home = createRoute({
    getParentRoute: () => root,
    path: PATHS.root,
    beforeLoad: () => {
      throw redirect({ to: PATHS.agents, replace: true })
    },
  })
  const login = createRoute({
    getParentRoute: () => root,
    path: PATHS.login,
    validateSearch: (search: Record<string, unknown>): { next?: string } =>
      typeof search.next === 'string' ? { next: search.next } : {},
    beforeLoad: guestOnly,
    component: lazyPage(() => import('../pages/login-page.tsx'), 'LoginPage'),
  })
  const onboardingError = createRoute({
    getParentRoute: () => root,
    path: PATHS.onboardingError,
    validateSearch: (search: Record<string, unknown>): { reason?: string } =>
      typeof search.reason === 'string' ? { reason: search.reason } : {},
    component: lazyPage(() => import('../pages/onboarding-error-page.tsx'), 'OnboardingErrorPage'),
  })

  const recover = createRoute({
    getParentRoute: () => root,
    path: PATHS.recover,
    component: lazyPage(() => import('../pages/recover-page.tsx'), 'RecoverPage'),
  })

  const onboarding = createRoute({
    getParentRoute: () => root,
    path: PATHS.onboarding,
    validateSearch: textSearch('token'),
    beforeLoad: needsToken,
    component: lazyPage(() => import('../pages/onboarding-page.tsx'), 'OnboardingPage'),
  })

  const privacy = createRoute({
    getParentRoute: () => root,
    path: PATHS.privacy,
    component: lazyPage(() => import('../pages/legal-page.tsx'), 'PrivacyPage'),
  })
  const terms = createRoute({
    getParentRoute: () => root,
    path: PATHS.terms,
    component: lazyPage(() => import('../pages/legal-page.tsx'), 'TermsPage'),
  })

  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    beforeLoad: guard(null, behind),
    component: lazyPage(() => import('./shell/shell.tsx'), 'Shell'),
  })
  const agents = createRoute({
    getParentRoute: () => shell,
    path: PATHS.agents,
    beforeLoad: guard('agents', behind),
    component: lazyPage(() => import('../pages/agents-page.tsx'), 'AgentsPage'),
  })
  const newAgent = createRoute({
    getParentRoute: () => shell,
    path: PATHS.newAgent,
    beforeLoad: guard('newAgent', behind),
    component: lazyPage(() => import('../pages/agent-page.tsx'), 'NewAgent'),
  })
  const agentSettings = createRoute({
    getParentRoute: () => shell,
    path: PATHS.agentSettings,
    // Every signed-in user may read an agent's knowledge.
    beforeLoad: (at) => guard(at.params.tab ? null : 'agentSettings', behind)(at),
    component: lazyPage(() => import('../pages/agent-page.tsx'), 'AgentPage'),
  })
  const chat = createRoute({
    getParentRoute: () => shell,
    path: PATHS.chat,
    beforeLoad: guard('chat', behind),
    component: lazyPage(() => import('../pages/chat/chat-page.tsx'), 'ChatPage'),
  })
  const chatIndex = createRoute({
    getParentRoute: () => chat,
    path: '/',
    component: lazyPage(() => import('../pages/chat/chat-index.tsx'), 'ChatIndex'),
  })
  const conversation = createRoute({
    getParentRoute: () => chat,
    path: '$leadId/$conversationId',
    component: lazyPage(() => import('../pages/chat/conversation-page.tsx'), 'ConversationPage'),
  })
  const invite = createRoute({
    getParentRoute: () => shell,
    path: PATHS.invite,
    beforeLoad: guard('invite', behind),
    component: lazyPage(() => import('../pages/invite-page.tsx'), 'InvitePage'),
  })
  const dashboard = createRoute({
    getParentRoute: () => shell,
    path: PATHS.dashboard,
    validateSearch: textSearch('periodo', 'de', 'ate', 'agente'),
    beforeLoad: guard('dashboard', behind),
    component: lazyPage(() => import('../pages/dashboard-page.tsx'), 'DashboardRoute'),
  })
  const userSettings = createRoute({
    getParentRoute: () => shell,
    path: PATHS.userSettings,
    beforeLoad: guard('userSettings', behind),
    component: lazyPage(() => import('../pages/settings-page.tsx'), 'SettingsRoute'),
  })

  const organisation = createRoute({
    getParentRoute: () => shell,
    path: PATHS.organisation,
    beforeLoad: guard('organisation', behind),
    component: lazyPage(() => import('../pages/organisation/organisation-page.tsx'), 'OrganisationPage'),
  })

  const created = createRouter({
    routeTree: root.addChildren([
      home,
      login,
      recover,
      onboarding,
      onboardingError,
      privacy,
      terms,
      shell.addChildren([
        agents,
        newAgent,
        agentSettings,
        chat.addChildren([chatIndex, conversation]),
        dashboard,
        invite,
        userSettings,
        organisation,
      ]),
    ]),
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: FullScreenWait,
    defaultPendingMs: 300,
    scrollRestoration: false,
    ...(history ? { history } : {}),
  })
  router = created
  return created
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the user was redirected from the conversations because no agent is selected. */
    needsAgent?: true
  }
  interface Register {
    router: ReturnType<typeof createPanelRouter>
  }
}
