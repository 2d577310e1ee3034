/**
 * Proof of work of a stranger's browser: a number such that the SHA-256 of `<challenge>.<number>` begins with 16 zero bits, found after
 * 65,536 tries on average. The X-Proof header carries that text. Without a number it is an answer too, once the wait is over.
 */
export const proofText = (challenge: string, number: number | string): string => `${challenge}.${number}`

/** Whether a SHA-256 digest proves the work. */
export const isProof = (digest: Uint8Array): boolean => digest[0] === 0 && digest[1] === 0
