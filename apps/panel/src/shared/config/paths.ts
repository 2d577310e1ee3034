/** URL paths of all pages of the panel, as specified. Only the path of an agent's settings is not in the specification. */
export const PATHS = {
  root: '/',
  login: '/login',
  recover: '/recuperar-senha',
  onboarding: '/onboarding',
  onboardingError: '/onboarding/error',
  dashboard: '/dashboard',
  chat: '/chat',
  agents: '/agents',
  newAgent: '/agents/novo',
  agentSettings: '/agents/$agentId/{-$tab}',
  invite: '/invite',
  userSettings: '/user/settings',
  organisation: '/settings/{-$page}/{-$id}/{-$tab}',
  privacy: '/politica-privacidade',
  terms: '/termos-servico',
  calendarCallback: '/google-calendar/oauth2callback',
} as const
