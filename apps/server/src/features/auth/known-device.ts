import type { Subject, Tokens } from './tokens.ts'

/** Maximum number of users stored in the cookie of one browser, which may be shared in a shop. */
const PEOPLE_OF_ONE = 4
/** Separator of the tokens in the cookie; no token contains it. */
const BETWEEN = '~'

/** A user who has signed in on this browser before. */
export interface KnownHere {
  userId: string
  /** Id of the device token, used as the key of the counter of password attempts. */
  id: string
  token: string
}

/**
 * Returns the users who have signed in on a browser before, from its device cookie, most recent first. Skips tokens that are invalid or
 * expired.
 */
export async function knownOn(tokens: Tokens, cookie: string | undefined): Promise<KnownHere[]> {
  const kept = cookie ? cookie.split(BETWEEN).slice(0, PEOPLE_OF_ONE) : []
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
export async function knowHere(tokens: Tokens, subject: Subject, cookie: string | undefined): Promise<string> {
  const others = (await knownOn(tokens, cookie)).filter(({ userId }) => userId !== subject.userId)
  const kept = [await tokens.device(subject), ...others.map(({ token }) => token)]
  return kept.slice(0, PEOPLE_OF_ONE).join(BETWEEN)
}
