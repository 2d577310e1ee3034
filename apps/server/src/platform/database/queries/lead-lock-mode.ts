/**
 * Lock mode for a lead's row. Two transactions cannot have this lock at once, but rows that reference the lead can still be written. With a
 * stronger lock, a transaction that writes a conversation (which checks its lead) and one that has locked the lead would deadlock.
 */
export const LEAD_LOCK_MODE = 'no key update'
