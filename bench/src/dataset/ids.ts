import { createHash } from 'node:crypto'

/** Organisations of the bench, with the number at the start of their ids. */
export const TENANT_NUMBERS = { large: 1, few: 2, many: 3, logged: 4, hundredth: 5 } as const
export type TenantName = keyof typeof TENANT_NUMBERS

export const ID_KIND_NUMBERS = { tenant: 0, user: 1, agent: 2, lead: 3, conversation: 4, message: 5, session: 6, act: 7 } as const
type IdKind = keyof typeof ID_KIND_NUMBERS

const toHex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/** Returns the same id as the SQL function `bench.id`. */
export const buildId = (tenant: TenantName, kind: IdKind, n = 0): string =>
  `${toHex(TENANT_NUMBERS[tenant], 8)}-${toHex(ID_KIND_NUMBERS[kind], 4)}-7000-8000-${toHex(n, 12)}`

/** Password of all users of the bench. */
export const BENCH_PASSWORD = 'Bancada@2026'

/** Returns the unique phone number of a user, in international format. */
export const buildUserPhone = (tenant: TenantName, user: number): string =>
  `+55${20 + TENANT_NUMBERS[tenant]}9${String(user).padStart(8, '0')}`

/** Returns the unique, well-distributed digits of a lead's phone number, without country and area code. */
export const buildLeadPhoneDigits = (n: number): string => `9${String((n * 7_919 + 12_345_678) % 100_000_000).padStart(8, '0')}`

/** Returns the secret of a session's refresh cookie before its first use. */
export const buildRefreshSecret = (tenant: TenantName, user: number): string =>
  createHash('sha256').update(`${TENANT_NUMBERS[tenant]}/${user}`).digest('base64url')

/** Users of the organisation `few` who only request a new password. */
export const RESET_USER_RANGE = { first: 10_001, count: 4_505 } as const
