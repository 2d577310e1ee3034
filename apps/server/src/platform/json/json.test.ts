import { expect, it } from 'vitest'
import { parseJsonWithLongIntegers } from './json.ts'

it('WIRE-22 whole numbers that a double cannot hold keep every digit as text; all others are what they were', () => {
  const json = `{"id": 1689556908129835123, "ids": [9007199254740993, -9007199254740993,9007199254740991], "price": 30.5,
    "far": 1e21, "long": 0.50000000000000000000, "text": ":12345678901234567890", "at": 1739321024}`
  expect(parseJsonWithLongIntegers(json)).toEqual({
    id: '1689556908129835123',
    ids: ['9007199254740993', '-9007199254740993', 9_007_199_254_740_991],
    price: 30.5,
    far: 1e21,
    long: 0.5,
    text: ':12345678901234567890',
    at: 1_739_321_024,
  })
})
