import type { User } from '@prosa/contract/entities/accounts/user'
import type { Agent } from '@prosa/contract/entities/agents/agent'

const SINCE = '2026-01-05T12:00:00.000Z'

export const aUser = (overrides: Partial<User> = {}): User => ({
  id: 'user-1',
  phone: '+5511987654321',
  name: 'Ana Souza',
  email: 'ana@aurora.local',
  tenant: { id: 'tenant-1', name: 'Aurora Imóveis', domain: 'aurora.local', active: true },
  permissions: null,
  role: 'staff',
  isActive: true,
  created_at: SINCE,
  updated_at: SINCE,
  ...overrides,
})

export const anAgent = (overrides: Partial<Agent> = {}): Agent => ({
  _id: 'agent-1',
  name: 'Clara',
  type: 'SDR',
  active: true,
  created_at: SINCE,
  ...overrides,
})
