import type { Invitation } from '@prosa/contract/entities/organisation/invitation'
import { describe, expect, it } from 'vitest'
import { anInvitation } from '../testing/factories.ts'
import {
  countInvitations,
  filterInvitations,
  getNextExpiry,
  isInvitationPending,
  NO_INVITATION_FILTERS,
} from './invitation-filters.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const list: Invitation[] = [
  anInvitation({ id: 'a', email: 'ana@x.com', name: 'Ana Zélia', role: 'admin', created_at: '2026-11-18T12:00:00.000Z' }),
  anInvitation({ id: 'b', email: 'bia@x.com', name: 'Beatriz', created_at: '2026-11-19T12:00:00.000Z' }),
  anInvitation({ id: 'c', email: 'caio@x.com', expiresAt: '2026-11-20T11:59:59.999Z', created_at: '2026-11-10T12:00:00.000Z' }),
]
const ids = (change: Partial<typeof NO_INVITATION_FILTERS>) =>
  filterInvitations(list, { ...NO_INVITATION_FILTERS, ...change }, NOW).map(({ id }) => id)

describe('the invitations', () => {
  it('INVITE-11 are pending exactly while their end lies ahead, whatever their own status', () => {
    const ends = (expiresAt: string) => isInvitationPending(anInvitation({ expiresAt, status: 'ACCEPTED' }), NOW)
    expect(ends('2026-11-20T12:00:00.001Z')).toBe(true)
    expect(ends('2026-11-20T12:00:00.000Z')).toBe(false)
    expect(getNextExpiry(list, NOW)).toBe(Date.parse('2026-11-27T12:00:00.000Z'))
  })

  it('INVITE-18 are summed up by the same rule', () => {
    expect(countInvitations(list, NOW)).toEqual({ total: 3, pending: 2, expired: 1 })
  })

  it('INVITE-12 INVITE-13 are filtered by state and role', () => {
    expect(ids({ status: 'pending' })).toEqual(['b', 'a'])
    expect(ids({ status: 'expired' })).toEqual(['c'])
    expect(ids({ role: 'admin' })).toEqual(['a'])
    expect(ids({ role: 'admin', status: 'expired' })).toEqual([])
  })

  it('INVITE-14 are searched by e-mail or name, without accents or case', () => {
    expect(ids({ search: 'CAIO@' })).toEqual(['c'])
    expect(ids({ search: 'zelia' })).toEqual(['a'])
    expect(ids({ search: 'x.com ' })).toEqual(['b', 'a', 'c'])
  })

  it('INVITE-15 are sorted by creation, newest first, or by any field, user.x too', () => {
    expect(ids({})).toEqual(['b', 'a', 'c'])
    expect(ids({ sortBy: 'user.name', sortOrder: 'asc' })).toEqual(['a', 'b', 'c'])
    expect(ids({ sortBy: 'user.name', sortOrder: 'desc' })).toEqual(['b', 'a', 'c'])
    expect(ids({ sortBy: 'expiresAt', sortOrder: 'asc' })[0]).toBe('c')
  })
})
