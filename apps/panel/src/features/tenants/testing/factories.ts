import type { Tenant } from '@prosa/contract/entities/organisation/tenant'

export const aTenant = (overrides: Partial<Tenant> = {}): Tenant => ({
  id: 'tenant-1',
  name: 'Aurora Imóveis',
  domain: 'aurora.local',
  active: true,
  created_at: '2026-01-05T12:00:00.000Z',
  ...overrides,
})
