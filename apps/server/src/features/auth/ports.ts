import type { User } from '@prosa/contract/entities/accounts/user'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkMaker } from '../../platform/access/link-maker-role.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ResetLinkMaker } from './password-reset/reset-link.ts'

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
  /** Position among the users who joined the organisation by invitation; absent for the organisation's first users. */
  joinNumber?: number
}

export interface AccountChange {
  name?: string
  email?: string | null
  phone?: string
  role?: string
}

/** Operations on user accounts that other features call. Only the auth feature handles sign-in and sessions. */
export interface Accounts {
  /**
   * Assigns a phone number to an account and releases the previous number.
   * @returns false, without writing anything, if another account has the phone number
   */
  assignPhone: (systemTx: Tx, account: AccountKey, phone: string) => Promise<boolean>
  /** Creates an account. Assign its phone number with `assignPhone` first. */
  add: (systemTx: Tx, account: NewAccount, now: Date) => Promise<void>
  /** Updates the data of a user. The caller must have checked permissions, and that the phone number is free. */
  update: (tx: Tx, account: AccountKey, change: AccountChange, now: Date) => Promise<void>
  /** Deactivates or reactivates an account. Does not end the user's sessions. */
  setActive: (tx: Tx, account: AccountKey, active: boolean, now: Date) => Promise<void>
  /** Deletes expired sessions that were last used before `before`, in all organisations. */
  deleteOldSessions: (systemTx: Tx, before: Date, now: Date) => Promise<void>
  /**
   * Hashes a password.
   * @throws 400 with fieldErrors.password if the password is common
   */
  hashPassword: (password: string) => Promise<string>
  /** Opens a session for a new user and sets the session cookies, as a sign-in does. */
  openSession: (request: FastifyRequest, reply: FastifyReply, account: AccountKey) => Promise<{ user: User; accessToken: string }>
  /**
   * Ends all sessions of a user, or of the whole organisation if `userId` is missing.
   * @returns the number of ended sessions
   */
  endSessions: (tx: Tx, selection: { tenantId: string; userId?: string; reason: string; endedAt: Date }) => Promise<number>
  /** Removes all second factors of a user. */
  removeSecondStep: (tx: Tx, account: AccountKey) => Promise<void>
  /** Creates a password reset link for another user. The user's other links stay valid. `maker`: manager who creates the link. */
  createResetLink: (
    tx: Tx,
    account: AccountKey,
    options: { maker: ResetLinkMaker; now: Date; origin: string },
  ) => Promise<{ link: string; expiresAt: Date }>
  invalidateResetLinks: (tx: Tx, account: AccountKey, now: Date) => Promise<void>
  /**
   * Invalidates unused password reset links that a manager created for users whom the manager may no longer manage.
   * @param currentMaker the manager's current role; null invalidates all links of the manager
   */
  invalidateResetLinksMadeBy: (tx: Tx, makerId: string, currentMaker: LinkMaker | null, time: Date) => Promise<void>
  invalidateTenantResetLinks: (tx: Tx, tenantId: string, now: Date) => Promise<void>
}
