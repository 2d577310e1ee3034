import { expect, it } from 'vitest'
import { parseStorable, storable, storableValue } from './storable.ts'

it('leaves out what PostgreSQL cannot keep, and nothing else', () => {
  expect(storable('a\u0000b\ud800')).toBe('ab\ufffd')
  expect(storable('Olá 👩‍👩‍👧, tudo\n bem?')).toBe('Olá 👩‍👩‍👧, tudo\n bem?')
  const said = { a: ['x\u0000', { b: '\udc00' }], n: 1, t: true, z: null }
  expect(parseStorable(JSON.stringify(said))).toEqual({ a: ['x', { b: '\ufffd' }], n: 1, t: true, z: null })
  expect(storableValue({ 'a\u0000': { '\ud800': 1 }, left: undefined })).toEqual({ a: { '\ufffd': 1 } })
  expect(storableValue(undefined)).toBeNull()
})
