import { HEADERS } from '@prosa/contract/http'
import { proofText } from '@prosa/contract/rules/proof-of-work'

/** Answers the server's challenge to a stranger's first message; without SHA-256 in the browser, or until it is solved, the answer is the wait. */
export const createProver = (solve: (challenge: string) => Promise<string | null>) => {
  let challenge: string | null = null
  let number = ''
  let onSolved = () => {}
  return {
    /** Headers of the next try. */
    headers: (): Record<string, string> => (challenge === null ? {} : { [HEADERS.proof]: proofText(challenge, number) }),
    /** Begins to solve a challenge, unless it is the one that is being solved. */
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
