import { HTTP_HEADERS } from '@prosa/contract/http'
import { formatProofOfWork } from '@prosa/contract/rules/webchat/proof-of-work'

/**
 * Stores and solves the proof-of-work challenge that the server may return for a visitor's first message. Until it is solved, or if the
 * browser has no SHA-256, the proof has no number and is valid only after the waiting time.
 */
export const createChallengeSolver = (solve: (challenge: string) => Promise<string | null>) => {
  let challenge: string | null = null
  let number = ''
  let onSolved = () => {}
  return {
    /** Returns the headers of the next request: the proof if there is a challenge, otherwise none. */
    headers: (): Record<string, string> =>
      challenge === null ? {} : { [HTTP_HEADERS.proof]: formatProofOfWork(challenge, number) },
    /** Starts to solve a challenge. Does nothing for null and for the challenge that is already being solved. */
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
