import type { Invitation } from '@prosa/contract/entities/organisation/invitation'

interface InvitationChange {
  id?: string
  userId?: string
  email?: string
  name?: string
  role?: string
  expiresAt?: string
  created_at?: string
  status?: string
}

export const anInvitation = ({
  id = 'invitation-1',
  userId,
  email,
  name,
  role,
  ...change
}: InvitationChange = {}): Invitation => ({
  id,
  expiresAt: '2026-11-27T12:00:00.000Z',
  user: {
    ...(userId ? { id: userId } : {}),
    email: email ?? 'nova@aurora.local',
    name: name ?? null,
    role: role ?? 'staff',
  },
  created_at: '2026-11-20T12:00:00.000Z',
  status: 'PENDING',
  tenant: { id: 'tenant-1', domain: 'aurora.local' },
  ...change,
})
