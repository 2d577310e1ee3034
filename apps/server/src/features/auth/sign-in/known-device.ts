import type { TokenService, TokenSubject } from '../sessions/tokens.ts'

/** Maximum number of users who are remembered in the device cookie of one browser, which several users may share. */
const MAX_USERS_PER_DEVICE = 4
/** Separator between the tokens in the device cookie. No token contains this character. */
const TOKEN_SEPARATOR = '~'

/** A user who has signed in with this browser before. */
export interface KnownDeviceUser {
  userId: string
  /** Id of the device token, by which password attempts from this device are counted. */
  id: string
  token: string
}

/**
 * Returns the users who have signed in with a browser before, the most recent first. `cookie`: the browser's device cookie. Skips invalid
 * and expired tokens.
 */
export async function getKnownDeviceUsers(tokens: TokenService, cookie: string | undefined): Promise<KnownDeviceUser[]> {
  const cookieTokens = cookie ? cookie.split(TOKEN_SEPARATOR).slice(0, MAX_USERS_PER_DEVICE) : []
  const deviceUsers = await Promise.all(
    cookieTokens.map((token) =>
      tokens.verifyDeviceToken(token).then(
        ({ userId, id }) => ({ userId, id, token }),
        () => null,
      ),
    ),
  )
  return deviceUsers.filter((deviceUser) => deviceUser !== null)
}

/** Returns the new value of the device cookie: a token of this user, followed by the tokens of previous users, at most four in total. */
export async function addKnownDeviceUser(
  tokens: TokenService,
  subject: TokenSubject,
  cookie: string | undefined,
): Promise<string> {
  const otherUsers = (await getKnownDeviceUsers(tokens, cookie)).filter(({ userId }) => userId !== subject.userId)
  const cookieTokens = [await tokens.issueDeviceToken(subject), ...otherUsers.map(({ token }) => token)]
  return cookieTokens.slice(0, MAX_USERS_PER_DEVICE).join(TOKEN_SEPARATOR)
}
