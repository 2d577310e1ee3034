import { describe, expect, it } from 'vitest'
import { allCalls } from '../../calls/all.ts'
import { EXTENSION_PERMISSIONS, getExtendedRolePermissions, getRolePermissions, hasPermission, PERMISSIONS } from '../../roles.ts'
import { CALL_ACCESS, getCallAccess } from './access-rules.ts'

describe('who may do what', () => {
  it('PEOPLE-09 the table names every call of the contract, and no other', () => {
    expect(Object.keys(CALL_ACCESS).toSorted()).toEqual(allCalls.map(({ name }) => name).toSorted())
  })

  it('PEOPLE-09 a call that the table has forgotten cannot be served', () => {
    expect(() => getCallAccess({ name: 'dropEverything' })).toThrow(
      'dropEverything is missing in rules/organisation/access-rules.ts',
    )
  })

  it('ours are appended for staff and admin, and granted only by a provider that sends them', () => {
    for (const role of ['staff', 'admin'])
      expect(getExtendedRolePermissions(role)).toEqual([...PERMISSIONS, ...EXTENSION_PERMISSIONS])
    for (const role of ['operator', 'visitor']) expect(getExtendedRolePermissions(role)).toEqual(getRolePermissions(role))
    expect(hasPermission({ role: 'staff' }, 'users:manage')).toBe(false)
    expect(hasPermission({ role: 'staff', permissions: getExtendedRolePermissions('staff') }, 'users:manage')).toBe(true)
  })
})
