import type { TokenService, TokenSubject } from '../sessions/tokens.ts'

/** Maximum number of users in the device cookie of one browser, which several users may share. */
const MAX_USERS_PER_DEVICE = 4
/** Separator of the tokens in the device cookie. Tokens do not contain this character. */
const TOKEN_SEPARATOR = '~'

/** User who has signed in with this browser before. */
export interface KnownDeviceUser {
  userId: string
  /** Id of the device token. The user's password attempts from this device are counted under this id. */
  id: string
  token: string
}

/**
 * Returns the users who have signed in with a browser before, the most recent first. Skips invalid and expired tokens.
 * @param cookie the browser's device cookie
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

/** Returns the new value of the device cookie: a token of this user, then the tokens of earlier users, at most four in total. */
export async function addKnownDeviceUser(
  tokens: TokenService,
  subject: TokenSubject,
  cookie: string | undefined,
): Promise<string> {
  const otherUsers = (await getKnownDeviceUsers(tokens, cookie)).filter(({ userId }) => userId !== subject.userId)
  const cookieTokens = [await tokens.issueDeviceToken(subject), ...otherUsers.map(({ token }) => token)]
  return cookieTokens.slice(0, MAX_USERS_PER_DEVICE).join(TOKEN_SEPARATOR)
}
