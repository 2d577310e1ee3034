/**
 * Returns the value of the X-Proof header. A valid `number` makes the SHA-256 of this value begin with 16 zero bits, which takes 65,536
 * attempts on average. With '' as the number, the server accepts the value only after a waiting time.
 */
export const formatProofOfWork = (challenge: string, number: number | string): string => `${challenge}.${number}`

/** Returns whether a SHA-256 digest begins with 16 zero bits, as a proof of work must. */
export const isValidProofOfWork = (digest: Uint8Array): boolean => digest[0] === 0 && digest[1] === 0
