import { jwtVerify, errors as reasons, SignJWT } from 'jose'

const SETUP_TOKEN_HOURS = 24
const ISSUER = 'prosa'
const AUDIENCE = 'setup'

/**
 * Creates the token in the URL for creating the first organisation. It is not stored, and can be used until there is an organisation or it
 * expires after 24 hours.
 */
export const createSetupToken = (secret: Uint8Array, now: Date): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + SETUP_TOKEN_HOURS * 3_600_000))
    .sign(secret)

/** Returns 'good' for a valid token, 'old' for an expired one, 'unknown' for any other. */
export async function verifySetupToken(secret: Uint8Array, token: string, now: Date): Promise<'good' | 'old' | 'unknown'> {
  try {
    await jwtVerify(token, secret, { issuer: ISSUER, audience: AUDIENCE, algorithms: ['HS256'], currentDate: now })
    return 'good'
  } catch (error) {
    return error instanceof reasons.JWTExpired ? 'old' : 'unknown'
  }
}
