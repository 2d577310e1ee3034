import { describe, expect, it } from 'vitest'
import { formatFigure, formatFigureDuration, getFigureChange } from './figures.ts'

describe('a figure as it reads', () => {
  it.each([
    [0, 'menos de 1 s'],
    [4_200, '4 s'],
    [60_000, '1 min'],
    [192_000, '3 min 12 s'],
    [7_500_000, '2 h 5 min'],
    [273_600_000, '3 d 4 h'],
    [86_400_000 + 5_000, '1 d'],
  ])('DASH-04 %i ms', (ms, text) => {
    expect(formatFigureDuration(ms)).toBe(text)
  })

  it('DASH-04 counts, shares, and what could not be measured', () => {
    expect(formatFigure('count', 12_345)).toBe('12.345')
    expect(formatFigure('share', 0.876)).toBe('88%')
    expect(formatFigure('share', 0)).toBe('0%')
    expect(formatFigure('duration', null)).toBe('—')
  })
})

describe('DASH-02 the change against the period before, in words', () => {
  const count = { kind: 'count', betterDirection: 'up' } as const
  const duration = { kind: 'duration', betterDirection: 'down' } as const
  const share = { kind: 'share', betterDirection: null } as const

  it.each([
    [count, 30, 25, 'up', '20% a mais', 'better'],
    [count, 20, 25, 'down', '20% a menos', 'worse'],
    [count, 25, 25, 'same', 'sem mudança', 'neutral'],
    [count, 6, 0, 'up', '6 a mais', 'better'],
    [count, 47, 1, 'up', '46 a mais', 'better'],
    [{ kind: 'count', betterDirection: null } as const, 6, 3, 'up', '100% a mais', 'neutral'],
    [duration, 4_000, 8_000, 'down', '50% mais rápida', 'better'],
    [duration, 28_000, 10_648_000, 'down', '2 h 57 min mais rápida', 'better'],
    [duration, 8_000, 4_000, 'up', '100% mais lenta', 'worse'],
    [duration, 4_100, 4_200, 'same', 'sem mudança', 'neutral'],
    [share, 0.625, 0.5, 'up', '12,5 p.p. a mais', 'neutral'],
  ])('%o from %s to %s', (rule, value, previous, direction, words, tone) => {
    expect(getFigureChange(rule, { value, previous })).toEqual({ direction, text: words, tone })
  })

  it('has nothing to say where a side is missing', () => {
    expect(getFigureChange(count, { value: 5, previous: null })).toBeNull()
    expect(getFigureChange(duration, { value: null, previous: 5 })).toBeNull()
  })
})
