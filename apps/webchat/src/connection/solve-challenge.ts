import { formatProofOfWork, isValidProofOfWork } from '@prosa/contract/rules/webchat/proof-of-work'

/** Number of hashes that are computed in parallel. Between two batches, the page can handle events. */
const BATCH_SIZE = 256

/** Finds the number that solves a proof-of-work challenge. Returns null if the browser has no SHA-256, such as on a page without HTTPS. */
export async function solveChallenge(challenge: string): Promise<string | null> {
  const { subtle } = crypto as Partial<Crypto>
  if (!subtle) return null
  const encoder = new TextEncoder()
  for (let first = 0; ; first += BATCH_SIZE) {
    const digests = await Promise.all(
      Array.from({ length: BATCH_SIZE }, (_, n) =>
        subtle.digest('SHA-256', encoder.encode(formatProofOfWork(challenge, first + n))),
      ),
    )
    const validIndex = digests.findIndex((digest) => isValidProofOfWork(new Uint8Array(digest)))
    if (validIndex >= 0) return String(first + validIndex)
  }
}
