import type { Subject, Tokens } from './tokens.ts'

/** People whom one browser knows at most: the desk of a shop is shared, and each is known on it for themselves. */
const PEOPLE_OF_ONE = 4
/** Stands in no token. */
const BETWEEN = '~'

/** Somebody who has signed in on this browser before. */
export interface KnownHere {
  userId: string
  /** What their attempts here are counted by. */
  id: string
  token: string
}

/** Who has signed in on a browser before, by the cookie that it keeps; who came last is first. */
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

/** What the browser keeps from now on: that this person is known on it, beside those who were. */
export async function knowHere(tokens: Tokens, subject: Subject, cookie: string | undefined): Promise<string> {
  const others = (await knownOn(tokens, cookie)).filter(({ userId }) => userId !== subject.userId)
  const kept = [await tokens.device(subject), ...others.map(({ token }) => token)]
  return kept.slice(0, PEOPLE_OF_ONE).join(BETWEEN)
}
