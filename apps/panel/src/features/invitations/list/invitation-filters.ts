import type { INVITATION_STATUSES } from '@prosa/contract/constants'
import type { Invitation } from '@prosa/contract/entities/organisation/invitation'
import type { ListOrder } from '../../../shared/lists/list-filters.tsx'
import { normalizeForSearch } from '../../../shared/ui/search/normalize-for-search.ts'

export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

export interface InvitationFilters extends ListOrder {
  status: InvitationStatus
  /** A role, or 'all'. */
  role: string
  /** Part of an e-mail address or a name. */
  search: string
}

export const NO_INVITATION_FILTERS: InvitationFilters = {
  status: 'all',
  role: 'all',
  search: '',
  sortBy: 'created_at',
  sortOrder: 'desc',
}

export const hasInvitationFilters = ({ status, role, search }: InvitationFilters): boolean =>
  status !== 'all' || role !== 'all' || search.trim() !== ''

/** Whether an invitation can still be accepted. Its expiry date decides, not the state that the server returns (section 4). */
export const isInvitationPending = ({ expiresAt }: Pick<Invitation, 'expiresAt'>, now: number): boolean =>
  Date.parse(expiresAt) > now

/** Returns the numbers of all, pending and expired invitations. */
export function countInvitations(invitations: readonly Invitation[], now: number) {
  const pending = invitations.filter((invitation) => isInvitationPending(invitation, now)).length
  return { total: invitations.length, pending, expired: invitations.length - pending }
}

/** Returns the time in milliseconds at which the next invitation expires, or null if none will expire. */
export function getNextExpiry(invitations: readonly Invitation[], now: number): number | null {
  const expiryTimes = invitations
    .filter((invitation) => isInvitationPending(invitation, now))
    .map(({ expiresAt }) => Date.parse(expiresAt))
  return expiryTimes.length > 0 ? Math.min(...expiryTimes) : null
}

function getSortValue(invitation: Invitation, field: string): string {
  const value = field
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], invitation)
  return typeof value === 'string' ? value : ''
}

const collator = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' })

/**
 * Returns the invitations that match the filters, sorted. Invitations without a value for the sorted field come last in both directions.
 */
export function filterInvitations(invitations: readonly Invitation[], filters: InvitationFilters, now: number): Invitation[] {
  const { status, role, search, sortBy, sortOrder } = filters
  const searchText = normalizeForSearch(search)
  const direction = sortOrder === 'asc' ? 1 : -1
  return invitations
    .filter(
      (invitation) =>
        (status === 'all' || (status === 'pending') === isInvitationPending(invitation, now)) &&
        (role === 'all' || invitation.user.role === role) &&
        (normalizeForSearch(invitation.user.email).includes(searchText) ||
          normalizeForSearch(invitation.user.name ?? '').includes(searchText)),
    )
    .sort((a, b) => {
      const [left, right] = [getSortValue(a, sortBy), getSortValue(b, sortBy)]
      if (left === '' || right === '') return Number(left === '') - Number(right === '')
      return collator.compare(left, right) * direction
    })
}

/** Sort orders of the list. Each value has the form `field:order`. */
export const INVITATION_SORTS = [
  { value: 'created_at:desc', label: 'Mais recentes' },
  { value: 'created_at:asc', label: 'Mais antigos' },
  { value: 'expiresAt:asc', label: 'Expira primeiro' },
  { value: 'user.email:asc', label: 'E-mail, A a Z' },
  { value: 'user.name:asc', label: 'Nome, A a Z' },
  { value: 'user.role:asc', label: 'Papel' },
] as const
