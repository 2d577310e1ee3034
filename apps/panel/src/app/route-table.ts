import { ROLES, type Role } from '@prosa/contract/roles'
import { PATHS } from '../shared/config/paths.ts'

export interface RouteRule {
  readonly path: string
  /** `guest` turns signed-in users away, `session` the others. */
  readonly access: 'public' | 'guest' | 'session'
  /** Who may open it; without a list, anybody signed in. */
  readonly roles?: readonly Role[]
  /** Its name in the top bar, for those who may open it. */
  readonly nav?: string
}

/** Who may open which page: the guard and the nav both read it here. */
export const ROUTES = {
  login: { path: PATHS.login, access: 'guest' },
  onboarding: { path: PATHS.onboarding, access: 'public' },
  onboardingError: { path: PATHS.onboardingError, access: 'public' },
  calendarCallback: { path: PATHS.calendarCallback, access: 'public' },
  privacy: { path: PATHS.privacy, access: 'public' },
  terms: { path: PATHS.terms, access: 'public' },
  agents: { path: PATHS.agents, access: 'session' },
  newAgent: { path: PATHS.newAgent, access: 'session', roles: ['staff', 'admin'] },
  agentSettings: { path: PATHS.agentSettings, access: 'session', roles: ['staff', 'admin'] },
  chat: { path: PATHS.chat, access: 'session', nav: 'Conversas' },
  dashboard: { path: PATHS.dashboard, access: 'session', roles: ['staff'], nav: 'Dashboard' },
  invite: { path: PATHS.invite, access: 'session', roles: ['staff'] },
  userSettings: { path: PATHS.userSettings, access: 'session', roles: ROLES },
} as const satisfies Record<string, RouteRule>

/** True when a signed-in user of this role may open the page; the permission strings have no say here (GUARD-05). */
export const mayOpen = ({ roles }: RouteRule, role: string): boolean => !roles || (roles as readonly string[]).includes(role)

/** The links of the top bar for a role, in the table's order. */
export const navFor = (role: string): readonly (RouteRule & { nav: string })[] =>
  Object.values(ROUTES).filter(
    (route: RouteRule): route is RouteRule & { nav: string } & (typeof ROUTES)[keyof typeof ROUTES] => {
      return route.nav !== undefined && mayOpen(route, role)
    },
  )
