/** Every address of the panel, as the specification names them. */
export const PATHS = {
  root: '/',
  login: '/login',
  onboarding: '/onboarding',
  onboardingError: '/onboarding/error',
  dashboard: '/dashboard',
  chat: '/chat',
  agents: '/agents',
  invite: '/invite',
  userSettings: '/user/settings',
  privacy: '/politica-privacidade',
  terms: '/termos-servico',
  calendarCallback: '/google-calendar/oauth2callback',
} as const
