import { expect, it } from 'vitest'
import { EXTENSION_ERROR_CODES, isErrorCode, isPermanentError, SPECIFIED_ERROR_CODES } from './errors.ts'
import { errorResponse } from './responses.ts'

it('knows its own two codes besides, and no other word', () => {
  expect([...SPECIFIED_ERROR_CODES, ...EXTENSION_ERROR_CODES].every(isErrorCode)).toBe(true)
  expect(['nope', '', null, 42].some(isErrorCode)).toBe(false)
})

it('no trying again mends exactly the nine of section 8', () => {
  expect([...SPECIFIED_ERROR_CODES, ...EXTENSION_ERROR_CODES].filter(isPermanentError).toSorted()).toEqual([
    'ACCESS_DENIED',
    'ACCOUNT_LOCKED',
    'ACCOUNT_SUSPENDED',
    'INSUFFICIENT_PERMISSIONS',
    'PERMISSION_DENIED',
    'TENANT_INACTIVE',
    'TENANT_NOT_FOUND',
    'USER_INACTIVE',
    'USER_NOT_FOUND',
  ])
})

it('carries field errors in both shapes, or in none', () => {
  const bare = { success: false, message: 'm', error: 'm', code: 'VALIDATION_ERROR', timestamp: '2026-11-20T12:00:00.000Z' }
  expect(errorResponse.parse(bare)).toEqual(bare)
  const full = { ...bare, fieldErrors: { phone: 'x' }, errors: [{ field: 'phone', message: 'x' }] }
  expect(errorResponse.parse(full)).toEqual(full)
})
