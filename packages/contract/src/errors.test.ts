import { expect, it } from 'vitest'
import {
  errorAnswer,
  isErrorCode,
  NOT_RECOVERABLE,
  NOT_SHOWN,
  OWN_ERROR_CODES,
  REQUIRES_SIGN_IN,
  SPECIFIED_ERROR_CODES,
} from './errors.ts'

const list = (text: string) => text.split(', ')

it('ERR-01 holds the 26 codes of the catalogue', () => {
  expect(SPECIFIED_ERROR_CODES).toEqual(
    list(
      'INVALID_CREDENTIALS, USER_NOT_FOUND, USER_INACTIVE, TOKEN_EXPIRED, TOKEN_INVALID, TOKEN_REFRESH_FAILED, PERMISSION_DENIED, ACCESS_DENIED, INSUFFICIENT_PERMISSIONS, TENANT_NOT_FOUND, TENANT_INACTIVE, ACCOUNT_LOCKED, ACCOUNT_SUSPENDED, PASSWORD_EXPIRED, PASSWORD_CHANGE_REQUIRED, RATE_LIMIT_EXCEEDED, TOO_MANY_ATTEMPTS, VALIDATION_ERROR, INVALID_INPUT, REQUIRED_FIELD_MISSING, NETWORK_ERROR, SERVER_ERROR, SERVICE_UNAVAILABLE, TIMEOUT_ERROR, UNKNOWN_ERROR, INTERNAL_ERROR',
    ),
  )
  expect(SPECIFIED_ERROR_CODES).toHaveLength(26)
})

it('knows its own two codes besides, and no other word', () => {
  expect([...SPECIFIED_ERROR_CODES, ...OWN_ERROR_CODES].every(isErrorCode)).toBe(true)
  expect(['nope', '', null, 42].some(isErrorCode)).toBe(false)
})

it('ERR-20 calls exactly these not recoverable', () => {
  expect([...NOT_RECOVERABLE].sort()).toEqual(
    list(
      'USER_INACTIVE, ACCOUNT_LOCKED, ACCOUNT_SUSPENDED, PERMISSION_DENIED, ACCESS_DENIED, INSUFFICIENT_PERMISSIONS, USER_NOT_FOUND, TENANT_NOT_FOUND, TENANT_INACTIVE',
    ).sort(),
  )
})

it('ERR-21 asks exactly these to sign in again', () => {
  expect([...REQUIRES_SIGN_IN].sort()).toEqual(
    list('TOKEN_EXPIRED, TOKEN_INVALID, TOKEN_REFRESH_FAILED, PASSWORD_EXPIRED, PASSWORD_CHANGE_REQUIRED').sort(),
  )
})

it('ERR-22 keeps exactly the two token codes from the user', () => {
  expect([...NOT_SHOWN].sort()).toEqual(['TOKEN_EXPIRED', 'TOKEN_INVALID'])
})

it('carries field errors in both shapes, or in none', () => {
  const bare = { success: false, message: 'm', error: 'm', code: 'VALIDATION_ERROR', timestamp: '2026-11-20T12:00:00.000Z' }
  expect(errorAnswer.parse(bare)).toEqual(bare)
  const full = { ...bare, fieldErrors: { phone: 'x' }, errors: [{ field: 'phone', message: 'x' }] }
  expect(errorAnswer.parse(full)).toEqual(full)
})
