/**
 * API endpoints for the session. Separate from their schemas (`calls/accounts/auth.ts`), so that the sign-in page is rendered before the
 * schemas are loaded.
 */
export const SESSION_ENDPOINTS = {
  login: { name: 'login', method: 'POST', path: '/auth/login' },
  me: { name: 'me', method: 'GET', path: '/auth/me' },
  refresh: { name: 'refresh', method: 'POST', path: '/auth/refresh' },
  logout: { name: 'logout', method: 'POST', path: '/auth/logout' },
} as const
