import { expect, it } from 'vitest'
import { getSafeRedirectTarget } from './safe-redirect-target.ts'

const at = (next: unknown) => getSafeRedirectTarget(next, 'https://prosa.example')

it.each(['/chat/l/c?x=1#y', '/user/settings', '/chat'])('LOGIN-07 leads back to %s', (next) => {
  expect(at(next)).toBe(next)
})

it.each([
  '//evil.com',
  '/\\evil.com',
  'https://evil.com/agents',
  'javascript:alert(1)',
  'chat',
  '',
  undefined,
  7,
  '/login',
  '/login?next=/login',
  '/',
])('LOGIN-07 goes to the agents instead of %s', (next) => {
  expect(at(next)).toBe('/agents')
})

it('LOGIN-07 a path that a browser would read as another host does not leave', () => {
  expect(at('/\t/evil.com')).toBe('/agents')
})
