import { describe, expect, it } from 'vitest'
import { allCalls } from '../calls/all.ts'
import { allPermissionsOf, hasPermission, OWN_PERMISSIONS, PERMISSIONS, permissionsOf } from '../roles.ts'
import { accessOf, WHO_MAY_CALL } from './who-may.ts'

describe('who may do what', () => {
  it('PEOPLE-09 the table names every call of the contract, and no other', () => {
    expect(Object.keys(WHO_MAY_CALL).toSorted()).toEqual(allCalls.map(({ name }) => name).toSorted())
  })

  it('PEOPLE-09 a call that the table has forgotten cannot be served', () => {
    expect(() => accessOf({ name: 'dropEverything' })).toThrow('dropEverything is missing in rules/who-may.ts')
  })

  it('ours are appended for staff and admin, and granted only by a provider that sends them', () => {
    for (const role of ['staff', 'admin']) expect(allPermissionsOf(role)).toEqual([...PERMISSIONS, ...OWN_PERMISSIONS])
    for (const role of ['operator', 'visitor']) expect(allPermissionsOf(role)).toEqual(permissionsOf(role))
    expect(hasPermission({ role: 'staff' }, 'users:manage')).toBe(false)
    expect(hasPermission({ role: 'staff', permissions: allPermissionsOf('staff') }, 'users:manage')).toBe(true)
  })
})
