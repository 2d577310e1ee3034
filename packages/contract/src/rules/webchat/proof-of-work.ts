/**
 * Returns the value of the X-Proof header: `<challenge>.<number>`. The client must find a number for which the SHA-256 of this value begins
 * with 16 zero bits, which takes 65,536 attempts on average. With '' as the number, the server accepts the value once the waiting time is
 * over.
 */
export const formatProofOfWork = (challenge: string, number: number | string): string => `${challenge}.${number}`

/** Returns whether a SHA-256 digest proves the work: its first 16 bits are zero. */
export const isValidProofOfWork = (digest: Uint8Array): boolean => digest[0] === 0 && digest[1] === 0
