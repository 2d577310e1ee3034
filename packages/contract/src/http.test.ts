import { expect, it } from 'vitest'
import { buildPath } from './http.ts'

it('fills a path with encoded values', () => {
  expect(buildPath('/leads/phone/:phone', { phone: '+55 11/9' })).toBe('/leads/phone/%2B55%2011%2F9')
})

it('refuses a path whose value is missing', () => {
  expect(() => buildPath('/agents/:id', {})).toThrow('/agents/:id lacks id')
})
