import { randomBytes } from 'node:crypto'
import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { createRefreshSecrets } from './refresh-secret.ts'

export const ACCESS_TOKEN_SECONDS = 15 * 60
/** Lifetime in seconds of a socket ticket. A ticket authenticates one socket connection. */
export const SOCKET_TICKET_SECONDS = 60
const DEVICE_TOKEN_SECONDS = 180 * 86_400
const ISSUER = 'prosa'

type TokenAudience = 'access' | 'socket' | 'device'

export interface TokenSubject {
  tenantId: string
  userId: string
  sessionId: string
}

/**
 * Creates a service that issues and verifies signed tokens. All kinds of tokens share one key; different audiences prevent the use of one
 * kind as another.
 * @param accessSeconds lifetime of access tokens in seconds
 */
export function createTokenService(
  secret: Uint8Array,
  previousSecret: Uint8Array | null = null,
  accessSeconds: number = ACCESS_TOKEN_SECONDS,
) {
  const issue = (audience: TokenAudience, subject: TokenSubject, seconds: number, id?: string) =>
    new SignJWT({ tid: subject.tenantId, sid: subject.sessionId })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setSubject(subject.userId)
      .setIssuedAt()
      .setExpirationTime(`${seconds}s`)
      .setJti(id ?? randomBytes(12).toString('base64url'))
      .sign(secret)

  /**
   * Verifies a token for an audience and returns its data.
   * @throws JWTExpired or another error of the library jose
   */
  const verifyToken = async (audience: TokenAudience, token: string): Promise<TokenSubject & { id: string; exp: number }> => {
    const { payload } = await jwtVerify(token, secret, { issuer: ISSUER, audience, algorithms: ['HS256'] })
    const { tid, sid, sub, jti, exp } = payload
    if (typeof tid !== 'string' || typeof sid !== 'string' || !sub || !jti || !exp) throw new Error('The token lacks a claim')
    return { tenantId: tid, sessionId: sid, userId: sub, id: jti, exp }
  }

  /**
   * Cache of verified access tokens. Verifying a signature takes as long as a database query, and the result does not change until the
   * token expires.
   */
  const verifiedTokens = new LRUCache<string, Awaited<ReturnType<typeof verifyToken>>>({ max: 2_000 })
  const verifyAccessToken = async (token: string) => {
    const cached = verifiedTokens.get(token)
    if (cached && cached.exp * 1_000 > Date.now()) return cached
    const claims = await verifyToken('access', token)
    verifiedTokens.set(token, claims)
    return claims
  }

  return {
    issueAccessToken: (subject: TokenSubject) => issue('access', subject, accessSeconds),
    verifyAccessToken,
    issueSocketTicket: (subject: TokenSubject) => issue('socket', subject, SOCKET_TICKET_SECONDS),
    verifySocketTicket: (token: string) => verifyToken('socket', token),
    issueDeviceToken: (subject: TokenSubject) => issue('device', subject, DEVICE_TOKEN_SECONDS),
    verifyDeviceToken: (token: string) => verifyToken('device', token),
    refreshSecrets: createRefreshSecrets(secret, previousSecret),
  }
}
export type TokenService = ReturnType<typeof createTokenService>

/** Returns the remaining lifetime of a verified token in seconds; at least 1. */
export const getTokenSecondsLeft = (token: string, now: Date): number =>
  Math.max(1, Math.floor((decodeJwt(token).exp ?? 0) - now.getTime() / 1_000))
