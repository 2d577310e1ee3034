import { expect, it } from 'vitest'
import { fillPath } from './http.ts'

it('fills a path with encoded values', () => {
  expect(fillPath('/leads/phone/:phone', { phone: '+55 11/9' })).toBe('/leads/phone/%2B55%2011%2F9')
})

it('refuses a path whose value is missing', () => {
  expect(() => fillPath('/agents/:id', {})).toThrow('/agents/:id lacks id')
})
