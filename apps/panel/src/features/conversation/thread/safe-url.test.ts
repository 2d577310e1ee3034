import { expect, it } from 'vitest'
import { safeUrl } from './safe-url.ts'

it('VIEW-36 opens attachments of this site or of the web, nothing else', () => {
  expect(safeUrl('/api/media/1')).toBe('http://localhost:3000/api/media/1')
  expect(safeUrl('https://cdn.example/x.png')).toBe('https://cdn.example/x.png')
  expect([safeUrl('javascript:alert(1)'), safeUrl('data:text/html,x'), safeUrl(null), safeUrl('http://')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
