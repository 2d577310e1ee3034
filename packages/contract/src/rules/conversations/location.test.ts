import { expect, it } from 'vitest'
import { findHeaderLocationProblems, normalizeLocation } from './location.ts'

const place = { latitude: -23.5614, longitude: -46.6558, name: 'Aurora', address: 'Av. Paulista, 1000' }

it('TPL-01 the place of a header has a point, a name and an address', () => {
  expect(findHeaderLocationProblems(place)).toEqual([])
  const fields = (change: object) => findHeaderLocationProblems({ ...place, ...change }).map(({ field }) => field)
  expect(fields({ name: undefined, address: undefined })).toEqual(['name', 'address'])
  expect(fields({ name: ' ' })).toEqual(['name'])
  expect(fields({ latitude: 91 })).toEqual(['latitude'])
  expect(fields({ longitude: Number.NaN })).toEqual(['longitude'])
})

it('a place is kept without what is around its words, and its zero is one', () => {
  expect(normalizeLocation({ latitude: -0, longitude: 0, name: ' Cais ' })).toEqual({ latitude: 0, longitude: 0, name: 'Cais' })
})
