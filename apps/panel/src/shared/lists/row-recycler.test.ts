import { describe, expect, it } from 'vitest'
import { createRowRecycler } from './row-recycler.ts'

const placesOf = (all: ReadonlyMap<unknown, number>) => [...all.values()]

describe('the elements of a list', () => {
  it('stay with their rows while some of these are in sight, and are never two rows at once', () => {
    const places = createRowRecycler()
    const before = places(['a', 'b', 'c'], 'a')
    const after = places(['b', 'c', 'd'], 'a')
    expect(after.get('b')).toBe(before.get('b'))
    expect(after.get('c')).toBe(before.get('c'))
    expect(placesOf(before)).not.toContain(after.get('d'))
  })

  it('are filled anew in their order after a jump, and made where they are too few', () => {
    const places = createRowRecycler()
    const before = places(['a', 'b'], '')
    const after = places(['x', 'y', 'z'], '')
    expect([after.get('x'), after.get('y')]).toEqual([before.get('a'), before.get('b')])
    expect(new Set(placesOf(after)).size).toBe(3)
  })

  it('leave the one that the keyboard is on to its row', () => {
    const places = createRowRecycler()
    const before = places(['a', 'b', 'c'], 'b')
    expect(placesOf(places(['x', 'y', 'z'], 'b'))).not.toContain(before.get('b'))
  })
})
