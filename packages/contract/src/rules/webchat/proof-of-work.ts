/**
 * Returns the value of the X-Proof header: `<challenge>.<number>`. The proof of work is a number for which the SHA-256 of this text begins
 * with 16 zero bits; finding it takes 65,536 attempts on average. With '' as the number, the server accepts the value once the waiting time
 * is over.
 */
export const formatProofOfWork = (challenge: string, number: number | string): string => `${challenge}.${number}`

/** Whether a SHA-256 digest is a valid proof of work: its first 16 bits are zero. */
export const isValidProofOfWork = (digest: Uint8Array): boolean => digest[0] === 0 && digest[1] === 0
