import { HTTP_HEADERS } from '@prosa/contract/http'
import { formatProofOfWork } from '@prosa/contract/rules/webchat/proof-of-work'

/**
 * Creates the solver of the proof-of-work challenge that the server may return for a visitor's first message. `solve` returns the solution,
 * or null if the browser has no SHA-256. Until the challenge is solved, the proof contains no number, and the server accepts the proof only
 * after a waiting time.
 */
export const createChallengeSolver = (solve: (challenge: string) => Promise<string | null>) => {
  let challenge: string | null = null
  let number = ''
  let onSolved = () => {}
  return {
    /** Returns the headers for the next request: the proof if the server has sent a challenge, otherwise none. */
    headers: (): Record<string, string> =>
      challenge === null ? {} : { [HTTP_HEADERS.proof]: formatProofOfWork(challenge, number) },
    /** Starts to solve a challenge. Does nothing for null, and for the challenge that is already being solved. */
    take: (next: string | null): void => {
      if (next === null || next === challenge) return
      challenge = next
      number = ''
      void solve(next).then(
        (found) => {
          if (found === null || challenge !== next) return
          number = found
          onSolved()
        },
        () => {},
      )
    },
    whenSolved: (run: () => void): void => {
      onSolved = run
    },
  }
}
