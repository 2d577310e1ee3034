import { expect, it } from 'vitest'
import { parseWebhook } from './webhook-body.ts'
import { getErrorCodes } from './webhook-fields.ts'
import { countItems, hasTooManyValues, MAX_WEBHOOK_ITEMS } from './webhook-size.ts'

const many = (count: number) => Array.from({ length: count }, () => 0)
const asChange = (value: object, field = 'messages') => ({ entry: [{ id: '1', changes: [{ field, value }] }] })

it('counts the items of all lists, and not beyond what is asked', () => {
  expect(countItems({ a: [1, { b: [2, 3] }], c: { d: [4] } })).toBe(5)
  expect([countItems(null), countItems('x'), countItems({})]).toEqual([0, 0, 0])
  expect(
    countItems(
      many(50).map(() => many(50)),
      100,
    ),
  ).toBeLessThanOrEqual(200)
})

it('counts commas, but none in texts', () => {
  expect(hasTooManyValues('[1,2,3]', 3)).toBe(false)
  expect(hasTooManyValues('[1,2,3,4]', 3)).toBe(true)
  expect(hasTooManyValues(JSON.stringify(['a,b,c,d', '\\",,,,', ',"']), 3)).toBe(false)
})

it.each([
  ['entries', { entry: many(MAX_WEBHOOK_ITEMS + 1) }],
  ['changes', { entry: [{ id: '1', changes: many(MAX_WEBHOOK_ITEMS + 1) }] }],
  ['messages', asChange({ messages: many(MAX_WEBHOOK_ITEMS) })],
  ['lists in a message', asChange({ messages: [{ contacts: many(MAX_WEBHOOK_ITEMS) }] })],
  ['items of an unknown field', asChange({ things: many(MAX_WEBHOOK_ITEMS) }, 'things')],
])('WIRE-13 a webhook with more %s than Meta sends is refused before any of them is parsed', (_what, body) => {
  expect(() => parseWebhook(body)).toThrow(expect.objectContaining({ statusCode: 413 }))
})

it.each([
  ['a thousand statuses', asChange({ statuses: many(1_000).map(() => ({ errors: [{ code: 1 }] })), contacts: many(1_000) })],
  ['a phone’s long history', asChange({ history: [{ threads: many(2_000).map(() => ({ messages: many(20) })) }] }, 'history')],
  ['a large address book', asChange({ state_sync: many(20_000) }, 'smb_app_state_sync')],
])('WIRE-13 %s are taken', (_what, body) => {
  expect(parseWebhook(body)).toMatchObject({ changes: [expect.anything()], unreadableCount: 0 })
})

it('each code of a message’s errors is handled once, and only the first errors', () => {
  expect(getErrorCodes(many(1_000).map(() => ({ code: 131_049 })))).toEqual([131_049])
  expect(getErrorCodes(many(1_000).map((_, code) => ({ code: code + 1 }))).length).toBe(20)
  expect(getErrorCodes([{ title: 'none' }, { code: 5 }, { code: 4 }])).toEqual([5, 4])
})
