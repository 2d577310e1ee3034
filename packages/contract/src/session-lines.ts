/**
 * Where the session's own calls are made. Apart from their schemas (`calls/auth.ts`), which the page of a sign-in is painted without:
 * they may come while it is read.
 */
export const SESSION_LINES = {
  login: { name: 'login', method: 'POST', path: '/auth/login' },
  me: { name: 'me', method: 'GET', path: '/auth/me' },
  refresh: { name: 'refresh', method: 'POST', path: '/auth/refresh' },
  logout: { name: 'logout', method: 'POST', path: '/auth/logout' },
} as const
