import type { User } from '@prosa/contract/entities/user'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../kernel/db/database.ts'
import type { LinkMaker } from '../../kernel/link-makers.ts'
import type { ResetLinkMaker } from './password-reset/reset-link.ts'

/** Whose account. */
export interface Account {
  tenantId: string
  userId: string
}

export interface NewAccount extends Account {
  name: string
  phone: string
  email: string
  role: string
  passwordHash: string
  /** The how-manieth who joined; absent: was here from the beginning. */
  joinNumber?: number
}

export interface AccountChange {
  name?: string
  email?: string | null
  phone?: string
  role?: string
}

/** What others have done to people's accounts; how somebody gets in, and stays in, is the auth feature's alone. */
export interface Accounts {
  /** Takes a phone for an account, which no longer has the one before. @returns false, with nothing written, when it is another's */
  takePhone: (system: Tx, account: Account, phone: string) => Promise<boolean>
  /** Makes an account, whose phone has been taken. */
  add: (system: Tx, account: NewAccount, at: Date) => Promise<void>
  /** Changes what is known of a person; who may, and whether a phone is free, was asked before. */
  change: (tx: Tx, account: Account, change: AccountChange, at: Date) => Promise<void>
  /** Switches an account off, or on again; its sessions are another matter. */
  switch: (tx: Tx, account: Account, active: boolean, at: Date) => Promise<void>
  /** Forgets sessions that were last used before a moment and are no good any more, of every organisation. */
  clearOldSessions: (system: Tx, before: Date, now: Date) => Promise<void>
  /** @throws 400 with fieldErrors under `password` when it is one that everybody would try first */
  hashPassword: (password: string) => Promise<string>
  /** Opens a session for a user who has just been made, as a sign-in does, cookies included. */
  openSession: (request: FastifyRequest, reply: FastifyReply, who: Account) => Promise<{ user: User; access: string }>
  /** Ends every session of a person, or of a whole tenant where no user is named. @returns how many */
  endSessions: (tx: Tx, which: { tenantId: string; userId?: string; reason: string; at: Date }) => Promise<number>
  /** Takes away all that a person has as second step. */
  removeSecondStep: (tx: Tx, account: Account) => Promise<void>
  /** Makes a link to a new password; others that the person has go on working. */
  makeResetLink: (
    tx: Tx,
    account: Account,
    made: { maker: ResetLinkMaker; now: Date; origin: string },
  ) => Promise<{ link: string; expiresAt: Date }>
  /** No link to a new password that the person has opens anything any more. */
  withdrawResetLinks: (tx: Tx, account: Account, now: Date) => Promise<void>
  /** Withdraws the links to a new password that a person made for others and may not hand out as `now`; null: may hand out none. */
  withdrawLinksMadeBy: (tx: Tx, makerId: string, now: LinkMaker | null, at: Date) => Promise<void>
  /** Withdraws every open link to a new password of an organisation's people. */
  withdrawLinksOfTenant: (tx: Tx, tenantId: string, at: Date) => Promise<void>
}
