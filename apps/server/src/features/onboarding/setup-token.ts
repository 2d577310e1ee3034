import { jwtVerify, errors as reasons, SignJWT } from 'jose'

const SETUP_TOKEN_HOURS = 24
const ISSUER = 'prosa'
const AUDIENCE = 'setup'

/**
 * Creates the token for the URL of the setup page. The token is not stored. It is valid for 24 hours and only until an organisation exists.
 */
export const createSetupToken = (secret: Uint8Array, now: Date): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + SETUP_TOKEN_HOURS * 3_600_000))
    .sign(secret)

/** Verifies a setup token: 'good' if valid, 'old' if expired, otherwise 'unknown'. */
export async function verifySetupToken(secret: Uint8Array, token: string, now: Date): Promise<'good' | 'old' | 'unknown'> {
  try {
    await jwtVerify(token, secret, { issuer: ISSUER, audience: AUDIENCE, algorithms: ['HS256'], currentDate: now })
    return 'good'
  } catch (error) {
    return error instanceof reasons.JWTExpired ? 'old' : 'unknown'
  }
}
