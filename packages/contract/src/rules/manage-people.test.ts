import { expect, it } from 'vitest'
import { isManager, mayManage, rolesToHandOut } from './manage-people.ts'

it('PEOPLE-06 staff manage everybody, an admin everybody but staff, an operator nobody', () => {
  const others = ['staff', 'admin', 'operator', 'other']
  expect(others.map((other) => mayManage('staff', other))).toEqual([true, true, true, true])
  expect(others.map((other) => mayManage('admin', other))).toEqual([false, true, true, true])
  expect(others.map((other) => mayManage('operator', other))).toEqual([false, false, false, false])
})

it('PEOPLE-06 staff hand out every role, an admin every one but staff, an operator none', () => {
  expect(rolesToHandOut('staff')).toEqual(['staff', 'admin', 'operator'])
  expect(rolesToHandOut('admin')).toEqual(['admin', 'operator'])
  expect(rolesToHandOut('operator')).toEqual([])
})

it('PEOPLE-04 knows managers', () => {
  expect(['staff', 'admin', 'operator', 'owner'].map(isManager)).toEqual([true, true, false, false])
})
