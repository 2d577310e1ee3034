import { afterEach, expect, it } from 'vitest'
import { readActivity } from './activity.ts'
import { readTokenState } from './token-state.ts'

afterEach(() => localStorage.clear())

it.each([
  '7',
  'null',
  '"x"',
  '{',
  '{}',
  '{"lastActivityAt":"soon","rememberMe":"no","count":{},"refreshedAt":[1,2],"expiresAt":"x"}',
])('what the tabs share is whole, whatever lies there: %s', (held) => {
  for (const key of ['session-timing', 'session-token']) localStorage.setItem(key, held)
  expect(readActivity()).toEqual({ rememberMe: false, lastActivityAt: 0 })
  expect(readTokenState()).toEqual({ count: 0, refreshedAt: 0, expiresAt: 0 })
})

it('what the tabs share is read as it was written', () => {
  localStorage.setItem('session-timing', '{"rememberMe":true,"lastActivityAt":5}')
  localStorage.setItem('session-token', '{"count":2,"refreshedAt":5,"expiresAt":9}')
  expect(readActivity()).toEqual({ rememberMe: true, lastActivityAt: 5 })
  expect(readTokenState()).toEqual({ count: 2, refreshedAt: 5, expiresAt: 9 })
})
