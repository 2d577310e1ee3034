import type { User } from '@prosa/contract/entities/accounts/user'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkMaker } from '../../platform/access/link-maker-role.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ResetLinkMaker } from './password-reset/reset-link.ts'

/** Key of a user account. */
export interface AccountKey {
  tenantId: string
  userId: string
}

export interface NewAccount extends AccountKey {
  name: string
  phone: string
  email: string
  role: string
  passwordHash: string
  /** Position among the users who joined the organisation later; absent for a user who was there from the beginning. */
  joinNumber?: number
}

export interface AccountChange {
  name?: string
  email?: string | null
  phone?: string
  role?: string
}

/** Operations on user accounts for other features. Sign-in and sessions are internal to the auth feature. */
export interface Accounts {
  /** Assigns a phone number to an account and releases its previous one. @returns false, with nothing written, if another account has it */
  takePhone: (system: Tx, account: AccountKey, phone: string) => Promise<boolean>
  /** Creates an account. Its phone number must have been assigned with `takePhone` before. */
  add: (system: Tx, account: NewAccount, at: Date) => Promise<void>
  /** Updates the data of a user. The caller has checked permissions and that the phone number is free. */
  change: (tx: Tx, account: AccountKey, change: AccountChange, at: Date) => Promise<void>
  /** Deactivates or reactivates an account. Does not end its sessions. */
  switch: (tx: Tx, account: AccountKey, active: boolean, at: Date) => Promise<void>
  /** Deletes the sessions of all organisations that were last used before `before` and are no longer valid. */
  clearOldSessions: (system: Tx, before: Date, now: Date) => Promise<void>
  /** Hashes a password. @throws 400 with fieldErrors under `password` if it is a common password */
  hashPassword: (password: string) => Promise<string>
  /** Opens a session for a newly created user and sets the session cookies, as a sign-in does. */
  openSession: (request: FastifyRequest, reply: FastifyReply, who: AccountKey) => Promise<{ user: User; access: string }>
  /** Ends every session of a user, or of the whole tenant if `userId` is absent. @returns the number of ended sessions */
  endSessions: (tx: Tx, which: { tenantId: string; userId?: string; reason: string; at: Date }) => Promise<number>
  /** Removes all second factors of a user. */
  removeSecondStep: (tx: Tx, account: AccountKey) => Promise<void>
  /** Creates a password reset link; the user's other links stay valid. */
  makeResetLink: (
    tx: Tx,
    account: AccountKey,
    made: { maker: ResetLinkMaker; now: Date; origin: string },
  ) => Promise<{ link: string; expiresAt: Date }>
  /** Invalidates all password reset links of a user. */
  withdrawResetLinks: (tx: Tx, account: AccountKey, now: Date) => Promise<void>
  /**
   * Invalidates the unused reset links that a manager made for users whom the manager, with the role `now`, may not manage; all if null.
   */
  withdrawLinksMadeBy: (tx: Tx, makerId: string, now: LinkMaker | null, at: Date) => Promise<void>
  /** Invalidates every unused password reset link of an organisation's users. */
  withdrawLinksOfTenant: (tx: Tx, tenantId: string, at: Date) => Promise<void>
}
