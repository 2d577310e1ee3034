import { describe, expect, it } from 'vitest'
import { filterTenants, NO_TENANT_FILTERS } from './tenant-filters.ts'
import { formatTenantOption, getOnlyActiveOption, isTenantMatch, toTenantOption } from './tenant-option.ts'
import { aTenant } from './testing/factories.ts'

const list = [
  aTenant({ id: 'a', name: 'Ágora', domain: 'agora.com.br', created_at: '2026-01-01T00:00:00.000Z', summary: { leads: 5 } }),
  aTenant({ id: 'b', name: 'Brasa', domain: 'brasa.local', created_at: '2026-03-01T00:00:00.000Z', summary: { leads: 50 } }),
  aTenant({ id: 'c', name: 'Caju', domain: 'caju.com.br', created_at: '2026-02-01T00:00:00.000Z', active: false }),
]
const ids = (change: Partial<typeof NO_TENANT_FILTERS>) =>
  filterTenants(list, { ...NO_TENANT_FILTERS, ...change }).map(({ id }) => id)

describe('the tenants of a provider without filters', () => {
  it('TENANT-09 are searched by name or domain, by a part of the domain, and by state', () => {
    expect(ids({ search: 'agora' })).toEqual(['a'])
    expect(ids({ search: 'brasa.l' })).toEqual(['b'])
    expect(ids({ domain: 'COM.BR' })).toEqual(['c', 'a'])
    expect(ids({ active: 'inactive' })).toEqual(['c'])
    expect(ids({ active: 'active' })).toEqual(['b', 'a'])
  })

  it('TENANT-10 are sorted by creation, newest first, or by a counter of the summary', () => {
    expect(ids({})).toEqual(['b', 'c', 'a'])
    expect(ids({ sortBy: 'summary.leads', sortOrder: 'desc' })).toEqual(['b', 'a', 'c'])
    expect(ids({ sortBy: 'name', sortOrder: 'asc' })).toEqual(['a', 'b', 'c'])
  })
})

it('TENANT-08 TENANT-01 TENANT-02 INVITE-08 a tenant as a choice', () => {
  const options = list.map(toTenantOption)
  expect(options[0]).toEqual({ value: 'a', label: 'Ágora', domain: 'agora.com.br', active: true })
  expect(options.map(formatTenantOption)).toEqual(['Ágora', 'Brasa', 'Caju - Inativo'])
  expect(isTenantMatch({ name: 'Ágora', domain: 'x.y' }, 'agor')).toBe(true)
  expect(isTenantMatch({ name: 'Ágora', domain: 'x.y' }, 'X.Y')).toBe(true)
  expect(getOnlyActiveOption(options)).toBeNull()
  expect(getOnlyActiveOption(options.slice(1))?.value).toBe('b')
  expect(getOnlyActiveOption([])).toBeNull()
})
