import { HTTP_HEADERS } from '@prosa/contract/http'
import { formatProofOfWork } from '@prosa/contract/rules/webchat/proof-of-work'

/**
 * Creates the solver of the proof-of-work challenge that the server may return for a visitor's first message. `solve` returns the solution,
 * or null if the browser has no SHA-256. Until the challenge is solved, the proof contains no number, and the server accepts the proof only
 * after a waiting time.
 */
export const createChallengeSolver = (solve: (challenge: string) => Promise<string | null>) => {
  let challenge: string | null = null
  let nonce = ''
  let onSolved = () => {}
  return {
    /** Returns the headers for the next request: the proof if the server has sent a challenge, otherwise none. */
    getHeaders: (): Record<string, string> =>
      challenge === null ? {} : { [HTTP_HEADERS.proof]: formatProofOfWork(challenge, nonce) },
    /** Starts to solve a challenge. Does nothing for null, and for the challenge that is already being solved. */
    acceptChallenge: (newChallenge: string | null): void => {
      if (newChallenge === null || newChallenge === challenge) return
      challenge = newChallenge
      nonce = ''
      void solve(newChallenge).then(
        (solution) => {
          if (solution === null || challenge !== newChallenge) return
          nonce = solution
          onSolved()
        },
        () => {},
      )
    },
    setSolvedListener: (run: () => void): void => {
      onSolved = run
    },
  }
}
