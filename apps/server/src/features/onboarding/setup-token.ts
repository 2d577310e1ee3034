import { jwtVerify, errors as reasons, SignJWT } from 'jose'

const HOURS = 24
const ISSUER = 'prosa'
const AUDIENCE = 'setup'

/** The token of the address at which the first organisation is made. Nothing of it is kept: it is good until there is one. */
export const newSetupToken = (secret: Uint8Array, now: Date): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + HOURS * 3_600_000))
    .sign(secret)

/** Whether a token was made here, less than a day ago. */
export async function readSetupToken(secret: Uint8Array, token: string, now: Date): Promise<'good' | 'old' | 'unknown'> {
  try {
    await jwtVerify(token, secret, { issuer: ISSUER, audience: AUDIENCE, algorithms: ['HS256'], currentDate: now })
    return 'good'
  } catch (error) {
    return error instanceof reasons.JWTExpired ? 'old' : 'unknown'
  }
}
