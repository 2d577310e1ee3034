import { HTTP_HEADERS } from '@prosa/contract/http'
import { formatProofOfWork } from '@prosa/contract/rules/webchat/proof-of-work'

/**
 * Creates the solver of the server's proof-of-work challenge, which a visitor's first message may require. Until the challenge is solved,
 * requests contain a proof without a number; the server accepts such a proof only after a waiting time.
 * @param solve returns the solution, or null if the browser has no SHA-256
 */
export const createChallengeSolver = (solve: (challenge: string) => Promise<string | null>) => {
  let challenge: string | null = null
  let nonce = ''
  let onSolved = () => {}
  return {
    /** Returns the headers for the next request: the proof if the server has sent a challenge, otherwise none. */
    getHeaders: (): Record<string, string> =>
      challenge === null ? {} : { [HTTP_HEADERS.proof]: formatProofOfWork(challenge, nonce) },
    /** Starts to solve a challenge. Does nothing if `newChallenge` is null or is being solved already. */
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
