/**
 * Lock mode for a lead's row: it excludes other locks of this mode, but not foreign key references to the row. PostgreSQL checks a
 * conversation's lead again when a transaction writes the conversation twice; with a stronger lock, a transaction that has the conversation
 * and one that has the lead would deadlock.
 */
export const LEAD_LOCK_MODE = 'no key update'
