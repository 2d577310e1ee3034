import { TRUSTED_DEVICE_DAYS } from '@prosa/contract/rules/accounts/second-step'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CHALLENGE_SECONDS, RESET_BROWSER_SECONDS } from '../second-step/challenge.ts'
import { ACCESS_TOKEN_SECONDS } from './tokens.ts'

/**
 * REMEMBERED_SESSION_DAYS: lifetime in days of a session whose cookie survives closing the browser. Without 'Manter conectado' the session
 * still ends after an hour without use (idle-session.ts). UNREMEMBERED_SESSION_HOURS: lifetime in hours of a session whose cookie is
 * deleted when the browser closes, as the client requested.
 */
export const REMEMBERED_SESSION_DAYS = 30
export const UNREMEMBERED_SESSION_HOURS = 24
const DEVICE_COOKIE_DAYS = 180

/**
 * Cookie names. `challenge`: a sign-in that waits for the second factor. `passkey`: a passkey challenge. `device`: see known-device.ts.
 * `trusted`: see trusted-device.ts. `reset`: this browser has set a new password.
 */
type AuthCookieName = 'access' | 'refresh' | 'device' | 'challenge' | 'passkey' | 'trusted' | 'reset'

/**
 * Creates functions that read and set the authentication cookies. `secure`: whether the server is reached over https. If so, the names have
 * the prefix `__Host-`, which binds a cookie to this origin and which browsers accept only over https.
 */
export function createAuthCookies(isSecure: boolean) {
  const getCookieName = (cookie: string) => (isSecure ? `__Host-prosa_${cookie}` : `prosa_${cookie}`)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  return {
    read: (request: FastifyRequest, cookie: AuthCookieName): string | undefined => request.cookies[getCookieName(cookie)],
    setSession: (reply: FastifyReply, session: { accessToken: string; refreshCookie: string; remember: boolean }) => {
      const lifetime = session.remember ? { maxAge: REMEMBERED_SESSION_DAYS * 86_400 } : {}
      reply.setCookie(getCookieName('access'), session.accessToken, { ...options, maxAge: ACCESS_TOKEN_SECONDS })
      reply.setCookie(getCookieName('refresh'), session.refreshCookie, { ...options, ...lifetime })
    },
    setDevice: (reply: FastifyReply, token: string) =>
      reply.setCookie(getCookieName('device'), token, { ...options, maxAge: DEVICE_COOKIE_DAYS * 86_400 }),
    setChallenge: (reply: FastifyReply, cookie: 'challenge' | 'passkey', token: string) =>
      reply.setCookie(getCookieName(cookie), token, { ...options, maxAge: CHALLENGE_SECONDS }),
    setTrustedDevice: (reply: FastifyReply, token: string) =>
      reply.setCookie(getCookieName('trusted'), token, { ...options, maxAge: TRUSTED_DEVICE_DAYS * 86_400 }),
    setResetBrowser: (reply: FastifyReply, token: string) =>
      reply.setCookie(getCookieName('reset'), token, { ...options, maxAge: RESET_BROWSER_SECONDS }),
    clear: (reply: FastifyReply, cookie: AuthCookieName) => reply.clearCookie(getCookieName(cookie), options),
    clearSession: (reply: FastifyReply) => {
      reply.clearCookie(getCookieName('access'), options)
      reply.clearCookie(getCookieName('refresh'), options)
    },
  }
}
export type AuthCookies = ReturnType<typeof createAuthCookies>
