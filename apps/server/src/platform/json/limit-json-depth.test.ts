import { expect, it } from 'vitest'
import { limitJsonDepth } from './limit-json-depth.ts'

const nested = (depth: number, open: string, inside: string, close: string) => open.repeat(depth) + inside + close.repeat(depth)

it.each(['{"a":[1,{"b":"x"}],"c":null}', '"[[[["', '{"a":"\\"[[{{\\\\"}', '[]', '1', ''])('%s stays as it is', (json) => {
  expect(limitJsonDepth(json)).toBe(json)
})

it('what is as deep as may be stays, and what is deeper becomes null', () => {
  const most = nested(64, '[', '1', ']')
  expect(limitJsonDepth(most)).toBe(most)
  expect(limitJsonDepth(nested(65, '[', '1', ']'))).toBe(nested(64, '[', 'null', ']'))
  expect(
    JSON.parse(limitJsonDepth(`[${nested(200_000, '{"a":', '"}"', '}')},"kept",${nested(70, '[', '', ']')}]`)),
  ).toMatchObject({ 1: 'kept' })
})

it('what has no end is no JSON before and after', () => {
  for (const json of ['['.repeat(10_000), '{"a":'.repeat(10_000), `${'['.repeat(100)}1${']'.repeat(50)}`])
    expect(() => JSON.parse(limitJsonDepth(json))).toThrow(SyntaxError)
})
