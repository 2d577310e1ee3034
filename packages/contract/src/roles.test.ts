import { expect, it } from 'vitest'
import { getRolePermissions, hasPermission, isRole, PERMISSIONS, ROLES } from './roles.ts'

it('ROLE-01 knows staff, admin and operator', () => {
  expect(ROLES).toEqual(['staff', 'admin', 'operator'])
  expect(['staff', 'admin', 'operator', 'owner', ''].map(isRole)).toEqual([true, true, true, false, false])
})

it('ROLE-02 ROLE-06 names permissions area:action, exactly the twelve decided ones', () => {
  expect(PERMISSIONS).toEqual([
    'dashboard:read',
    'conversations:read',
    'conversations:write',
    'leads:read',
    'leads:write',
    'agents:read',
    'agents:write',
    'users:read',
    'users:invite',
    'tenants:read',
    'tenants:write',
    'calendar:manage',
  ])
  expect(PERMISSIONS.every((permission) => /^[a-z]+:[a-z]+$/.test(permission))).toBe(true)
})

it('ROLE-03 gives admin and staff every permission', () => {
  expect(getRolePermissions('staff')).toEqual(PERMISSIONS)
  expect(getRolePermissions('admin')).toEqual(PERMISSIONS)
})

it('ROLE-04 gives operator dashboard:read only', () => {
  expect(getRolePermissions('operator')).toEqual(['dashboard:read'])
})

it('ROLE-05 gives any other role nothing', () => {
  expect(['owner', 'STAFF', '', 'constructor'].map(getRolePermissions)).toEqual([[], [], [], []])
})

it('lets permissions that came with the user win over the role (G33)', () => {
  expect(hasPermission({ role: 'operator', permissions: ['users:invite'] }, 'users:invite')).toBe(true)
  expect(hasPermission({ role: 'staff', permissions: [] }, 'users:invite')).toBe(false)
  expect(hasPermission({ role: 'staff', permissions: null }, 'users:invite')).toBe(true)
  expect(hasPermission({ role: 'operator' }, 'users:invite')).toBe(false)
})
