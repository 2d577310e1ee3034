/**
 * Lock mode for a lead's row, which allows other transactions to write rows that reference the lead. With a stronger lock, such a
 * transaction and the one with the lock could deadlock.
 */
export const LEAD_LOCK_MODE = 'no key update'
