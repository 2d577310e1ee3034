import type { TokenService, TokenSubject } from '../sessions/tokens.ts'

/** Maximum number of users stored in the cookie of one browser, which may be shared in a shop. */
const MAX_USERS_PER_DEVICE = 4
/** Separator of the tokens in the cookie; no token contains it. */
const TOKEN_SEPARATOR = '~'

/** A user who has signed in on this browser before. */
export interface KnownDeviceUser {
  userId: string
  /** Id of the device token, used as the key of the counter of password attempts. */
  id: string
  token: string
}

/**
 * Returns the users who have signed in on a browser before, from its device cookie, most recent first. Skips tokens that are invalid or
 * expired.
 */
export async function getKnownDeviceUsers(tokens: TokenService, cookie: string | undefined): Promise<KnownDeviceUser[]> {
  const kept = cookie ? cookie.split(TOKEN_SEPARATOR).slice(0, MAX_USERS_PER_DEVICE) : []
  const read = await Promise.all(
    kept.map((token) =>
      tokens.readDevice(token).then(
        ({ userId, id }) => ({ userId, id, token }),
        () => null,
      ),
    ),
  )
  return read.filter((one) => one !== null)
}

/** Returns the new value of the device cookie: a token of this user, followed by the previous users, at most four in total. */
export async function addKnownDeviceUser(
  tokens: TokenService,
  subject: TokenSubject,
  cookie: string | undefined,
): Promise<string> {
  const others = (await getKnownDeviceUsers(tokens, cookie)).filter(({ userId }) => userId !== subject.userId)
  const kept = [await tokens.device(subject), ...others.map(({ token }) => token)]
  return kept.slice(0, MAX_USERS_PER_DEVICE).join(TOKEN_SEPARATOR)
}
