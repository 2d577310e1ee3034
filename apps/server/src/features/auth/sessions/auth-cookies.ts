import { TRUSTED_DEVICE_DAYS } from '@prosa/contract/rules/accounts/second-step'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CHALLENGE_SECONDS, RESET_BROWSER_SECONDS } from '../second-step/challenge.ts'
import { ACCESS_TOKEN_SECONDS } from './tokens.ts'

/**
 * Lifetime in days of a session that stays signed in after the browser is closed. Without 'Manter conectado', it ends after an hour without
 * use (idle-session.ts).
 */
export const REMEMBERED_SESSION_DAYS = 30
/** Lifetime in hours of a session whose cookies the browser deletes when it is closed, as the client requested. */
export const UNREMEMBERED_SESSION_HOURS = 24
const DEVICE_COOKIE_DAYS = 180

/**
 * Authentication cookies. `challenge`: sign-in that waits for the second factor. `passkey`: passkey challenge. `device`: see
 * known-device.ts. `trusted`: see trusted-device.ts. `reset`: browser in which the password was reset.
 */
type AuthCookieName = 'access' | 'refresh' | 'device' | 'challenge' | 'passkey' | 'trusted' | 'reset'

/**
 * Creates functions that read and set the authentication cookies.
 * @param isSecure whether the server uses https; cookie names then get the prefix `__Host-`, which binds them to this origin and requires
 * https
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
