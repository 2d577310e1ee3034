import { expect, it } from 'vitest'
import { parseStorableJson, stripUnstorableCharacters, toStorableJson } from './storable-json.ts'

it('leaves out what PostgreSQL cannot keep, and nothing else', () => {
  expect(stripUnstorableCharacters('a\u0000b\ud800')).toBe('ab\ufffd')
  expect(stripUnstorableCharacters('Olá 👩‍👩‍👧, tudo\n bem?')).toBe('Olá 👩‍👩‍👧, tudo\n bem?')
  const said = { a: ['x\u0000', { b: '\udc00' }], n: 1, t: true, z: null }
  expect(parseStorableJson(JSON.stringify(said))).toEqual({ a: ['x', { b: '\ufffd' }], n: 1, t: true, z: null })
  expect(toStorableJson({ 'a\u0000': { '\ud800': 1 }, left: undefined })).toEqual({ a: { '\ufffd': 1 } })
  expect(toStorableJson(undefined)).toBeNull()
})
