import { expect, it } from 'vitest'
import { canManageUser, getAssignableRoles, isManagerRole, isRoleAtOrAbove } from './manage-people.ts'

it('PEOPLE-06 staff manage everybody, an admin everybody but staff, an operator nobody', () => {
  const others = ['staff', 'admin', 'operator', 'other']
  expect(others.map((other) => canManageUser('staff', other))).toEqual([true, true, true, true])
  expect(others.map((other) => canManageUser('admin', other))).toEqual([false, true, true, true])
  expect(others.map((other) => canManageUser('operator', other))).toEqual([false, false, false, false])
})

it('PEOPLE-06 staff hand out every role, an admin every one but staff, an operator none', () => {
  expect(getAssignableRoles('staff')).toEqual(['staff', 'admin', 'operator'])
  expect(getAssignableRoles('admin')).toEqual(['admin', 'operator'])
  expect(getAssignableRoles('operator')).toEqual([])
})

it('TRUST-16 knows which roles are as far-reaching as one’s own', () => {
  const above = (own: string) => ['staff', 'admin', 'operator', 'other'].filter((role) => isRoleAtOrAbove(role, own))
  expect(above('staff')).toEqual(['staff', 'other'])
  expect(above('admin')).toEqual(['staff', 'admin', 'other'])
  expect(above('operator')).toEqual(['staff', 'admin', 'operator', 'other'])
})

it('PEOPLE-04 knows managers', () => {
  expect(['staff', 'admin', 'operator', 'owner'].map(isManagerRole)).toEqual([true, true, false, false])
})
