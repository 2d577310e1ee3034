/** Every address of the panel, as the specification names them; an agent's settings are ours. */
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
