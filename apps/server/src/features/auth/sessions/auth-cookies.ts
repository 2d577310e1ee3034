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
export function createAuthCookies(secure: boolean) {
  const name = (short: string) => (secure ? `__Host-prosa_${short}` : `prosa_${short}`)
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    read: (request: FastifyRequest, short: AuthCookieName): string | undefined => request.cookies[name(short)],
    setSession: (reply: FastifyReply, session: { access: string; refresh: string; remember: boolean }) => {
      const kept = session.remember ? { maxAge: REMEMBERED_SESSION_DAYS * 86_400 } : {}
      reply.setCookie(name('access'), session.access, { ...options, maxAge: ACCESS_TOKEN_SECONDS })
      reply.setCookie(name('refresh'), session.refresh, { ...options, ...kept })
    },
    setDevice: (reply: FastifyReply, token: string) =>
      reply.setCookie(name('device'), token, { ...options, maxAge: DEVICE_COOKIE_DAYS * 86_400 }),
    setChallenge: (reply: FastifyReply, of: 'challenge' | 'passkey', token: string) =>
      reply.setCookie(name(of), token, { ...options, maxAge: CHALLENGE_SECONDS }),
    setTrusted: (reply: FastifyReply, token: string) =>
      reply.setCookie(name('trusted'), token, { ...options, maxAge: TRUSTED_DEVICE_DAYS * 86_400 }),
    setReset: (reply: FastifyReply, token: string) =>
      reply.setCookie(name('reset'), token, { ...options, maxAge: RESET_BROWSER_SECONDS }),
    clear: (reply: FastifyReply, short: AuthCookieName) => reply.clearCookie(name(short), options),
    clearSession: (reply: FastifyReply) => {
      reply.clearCookie(name('access'), options)
      reply.clearCookie(name('refresh'), options)
    },
  }
}
export type AuthCookies = ReturnType<typeof createAuthCookies>
