import { createRouter, type RouterHistory, redirect } from '@tanstack/react-router'
import { ErrorPage } from '../pages/standalone/error-page.tsx'
import { PATHS } from '../shared/config/paths.ts'
import { FullScreenSpinner } from '../shared/ui/feedback/full-screen-spinner.tsx'
import { RootLayout } from './root-layout.tsx'
import { createRootRoute, createRoute } from './routing/create-route.ts'
import { lazyPage } from './routing/lazy-page.ts'
import { createPreviousPage, type RouterWithHistory } from './routing/previous-page.ts'
import { createPageGuard, redirectSignedInUser, requireInvitationToken } from './routing/route-guard.ts'
import { createSearchParamParser } from './routing/search-param-parser.ts'

/** Creates the router with all pages. The code of most pages is loaded when they are opened. */
export function createPanelRouter(history?: RouterHistory) {
  let router: RouterWithHistory | null = null
  const previousPage = createPreviousPage(() => router)

  const root = createRootRoute({
    component: RootLayout,
    notFoundComponent: lazyPage(() => import('../pages/standalone/rarely-used-page.tsx'), 'RarelyUsedPage'),
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
    beforeLoad: redirectSignedInUser,
    component: lazyPage(() => import('../pages/sign-in/login-page.tsx'), 'LoginPage'),
  })
  const onboardingError = createRoute({
    getParentRoute: () => root,
    path: PATHS.onboardingError,
    validateSearch: (search: Record<string, unknown>): { reason?: string } =>
      typeof search.reason === 'string' ? { reason: search.reason } : {},
    component: lazyPage(() => import('../pages/onboarding/onboarding-error-page.tsx'), 'OnboardingErrorPage'),
  })

  const recover = createRoute({
    getParentRoute: () => root,
    path: PATHS.recover,
    component: lazyPage(() => import('../pages/sign-in/password-recovery-page.tsx'), 'PasswordRecoveryPage'),
  })

  const onboarding = createRoute({
    getParentRoute: () => root,
    path: PATHS.onboarding,
    validateSearch: createSearchParamParser('token'),
    beforeLoad: requireInvitationToken,
    component: lazyPage(() => import('../pages/onboarding/onboarding-page.tsx'), 'OnboardingPage'),
  })

  const privacy = createRoute({
    getParentRoute: () => root,
    path: PATHS.privacy,
    component: lazyPage(() => import('../pages/standalone/legal-page.tsx'), 'PrivacyPage'),
  })
  const terms = createRoute({
    getParentRoute: () => root,
    path: PATHS.terms,
    component: lazyPage(() => import('../pages/standalone/legal-page.tsx'), 'TermsPage'),
  })

  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    beforeLoad: createPageGuard(null, previousPage),
    component: lazyPage(() => import('./shell/shell.tsx'), 'Shell'),
  })
  const agents = createRoute({
    getParentRoute: () => shell,
    path: PATHS.agents,
    beforeLoad: createPageGuard('agents', previousPage),
    component: lazyPage(() => import('../pages/agents/agents-page.tsx'), 'AgentsPage'),
  })
  const newAgent = createRoute({
    getParentRoute: () => shell,
    path: PATHS.newAgent,
    beforeLoad: createPageGuard('newAgent', previousPage),
    component: lazyPage(() => import('../pages/agents/agent-page.tsx'), 'NewAgentPage'),
  })
  const agentSettings = createRoute({
    getParentRoute: () => shell,
    path: PATHS.agentSettings,
    // Every signed-in user may open an agent's tabs; each tab checks its own access.
    beforeLoad: (context) => createPageGuard(context.params.tab ? null : 'agentSettings', previousPage)(context),
    component: lazyPage(() => import('../pages/agents/agent-page.tsx'), 'AgentPage'),
  })
  const chat = createRoute({
    getParentRoute: () => shell,
    path: PATHS.chat,
    beforeLoad: createPageGuard('chat', previousPage),
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
    beforeLoad: createPageGuard('invite', previousPage),
    component: lazyPage(() => import('../pages/invite-page.tsx'), 'InvitePage'),
  })
  const dashboard = createRoute({
    getParentRoute: () => shell,
    path: PATHS.dashboard,
    validateSearch: createSearchParamParser('periodo', 'de', 'ate', 'agente'),
    beforeLoad: createPageGuard('dashboard', previousPage),
    component: lazyPage(() => import('../pages/dashboard-page.tsx'), 'DashboardPage'),
  })
  const userSettings = createRoute({
    getParentRoute: () => shell,
    path: PATHS.userSettings,
    beforeLoad: createPageGuard('userSettings', previousPage),
    component: lazyPage(() => import('../pages/settings-page.tsx'), 'UserSettingsPage'),
  })

  const organisation = createRoute({
    getParentRoute: () => shell,
    path: PATHS.organisation,
    beforeLoad: createPageGuard('organisation', previousPage),
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
    defaultPendingComponent: FullScreenSpinner,
    defaultPendingMs: 300,
    scrollRestoration: false,
    ...(history ? { history } : {}),
  })
  router = created
  return created
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the user was redirected from the conversations page because no agent is selected. */
    needsAgent?: true
  }
  interface Register {
    router: ReturnType<typeof createPanelRouter>
  }
}
