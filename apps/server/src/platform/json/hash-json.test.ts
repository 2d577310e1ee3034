import { expect, it } from 'vitest'
import { hashJson } from './hash-json.ts'

it('is the same whatever order fields stand in, and another for anything else', () => {
  const said = { id: '1', errors: [{ code: 1, title: 'a' }, { code: 2 }], pricing: null }
  expect(hashJson(said)).toBe(hashJson({ pricing: null, errors: [{ title: 'a', code: 1 }, { code: 2 }], id: '1' }))
  for (const other of [{ ...said, id: 1 }, { ...said, errors: [...said.errors].reverse() }, { ...said, pricing: {} }, null])
    expect(hashJson(other)).not.toBe(hashJson(said))
})
