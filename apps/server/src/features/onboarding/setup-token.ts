import { jwtVerify, errors as reasons, SignJWT } from 'jose'

const SETUP_TOKEN_HOURS = 24
const ISSUER = 'prosa'
const AUDIENCE = 'setup'

/**
 * Creates the token for the URL of the page that creates the first organisation. The token is not stored. It can be used until an
 * organisation exists, for at most 24 hours.
 */
export const createSetupToken = (secret: Uint8Array, now: Date): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + SETUP_TOKEN_HOURS * 3_600_000))
    .sign(secret)

/** Verifies a setup token. Returns 'good' for a valid token, 'old' for an expired one, 'unknown' for any other text. */
export async function verifySetupToken(secret: Uint8Array, token: string, now: Date): Promise<'good' | 'old' | 'unknown'> {
  try {
    await jwtVerify(token, secret, { issuer: ISSUER, audience: AUDIENCE, algorithms: ['HS256'], currentDate: now })
    return 'good'
  } catch (error) {
    return error instanceof reasons.JWTExpired ? 'old' : 'unknown'
  }
}
