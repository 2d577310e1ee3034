import { createHash } from 'node:crypto'

/** Organisations of the bench, with the number at the start of their ids. */
export const TENANTS = { large: 1, few: 2, many: 3, logged: 4, hundredth: 5 } as const
export type TenantName = keyof typeof TENANTS

export const KINDS = { tenant: 0, user: 1, agent: 2, lead: 3, conversation: 4, message: 5, session: 6, act: 7 } as const
type Kind = keyof typeof KINDS

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/** Returns the same id as the SQL function `bench.id`. */
export const idOf = (tenant: TenantName, kind: Kind, n = 0): string =>
  `${hex(TENANTS[tenant], 8)}-${hex(KINDS[kind], 4)}-7000-8000-${hex(n, 12)}`

/** Password of all users of the bench. */
export const PASSWORD = 'Bancada@2026'

/** Returns the unique phone number of a user, in international format. */
export const phoneOf = (tenant: TenantName, user: number): string => `+55${20 + TENANTS[tenant]}9${String(user).padStart(8, '0')}`

/** Returns the unique, well-distributed digits of a lead's phone number, without country and area code. */
export const leadDigits = (n: number): string => `9${String((n * 7_919 + 12_345_678) % 100_000_000).padStart(8, '0')}`

/** Returns the secret of a session's refresh cookie before its first use. */
export const refreshSecretOf = (tenant: TenantName, user: number): string =>
  createHash('sha256').update(`${TENANTS[tenant]}/${user}`).digest('base64url')

/** Users of the organisation `few` who only request a new password. */
export const ASKED = { first: 10_001, count: 4_505 } as const
