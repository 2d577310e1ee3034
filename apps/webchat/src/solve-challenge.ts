import { isProof, proofText } from '@prosa/contract/rules/proof-of-work'

/** Hashes begun at once: the page stays free between batches. */
const BATCH = 256

/** Searches the number that proves the work. Returns null where the browser has no SHA-256: on a page without https. */
export async function solveChallenge(challenge: string): Promise<string | null> {
  const { subtle } = crypto as Partial<Crypto>
  if (!subtle) return null
  const encoder = new TextEncoder()
  for (let first = 0; ; first += BATCH) {
    const digests = await Promise.all(
      Array.from({ length: BATCH }, (_, n) => subtle.digest('SHA-256', encoder.encode(proofText(challenge, first + n)))),
    )
    const at = digests.findIndex((digest) => isProof(new Uint8Array(digest)))
    if (at >= 0) return String(first + at)
  }
}
