import { expect, it } from 'vitest'
import { toSafeUrl } from './safe-url.ts'

it('VIEW-36 opens attachments of this site or of the web, nothing else', () => {
  expect(toSafeUrl('/api/media/1')).toBe('http://localhost:3000/api/media/1')
  expect(toSafeUrl('https://cdn.example/x.png')).toBe('https://cdn.example/x.png')
  expect([toSafeUrl('javascript:alert(1)'), toSafeUrl('data:text/html,x'), toSafeUrl(null), toSafeUrl('http://')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
