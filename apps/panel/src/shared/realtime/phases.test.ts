import { expect, it } from 'vitest'
import { gaveUp, type Happening, isIdle, next, type Phase, shownAs } from './phases.ts'

const after = (...happenings: Happening[]) => happenings.reduce<Phase>(next, 'off')

it('RT-01 nothing is heard before somebody is there, nor after they have left', () => {
  expect(after('open', 'stand', 'fail', 'spend', 'stop')).toBe('off')
  expect(after('start', 'open', 'stand', 'stop', 'stand')).toBe('off')
  expect(after('start', 'open', 'start')).toBe('connecting')
})

it('shows one of three states in every phase', () => {
  expect([after('start'), after('start', 'open', 'spend'), after('start', 'open', 'stand', 'close')].map(shownAs)).toEqual([
    'disconnected',
    'disconnected',
    'disconnected',
  ])
  expect(shownAs(after('start', 'open', 'stand'))).toBe('connected')
  expect(shownAs(after('start', 'open', 'stand', 'stumble'))).toBe('connected')
  expect([after('start', 'open', 'stand', 'drop'), after('start', 'open', 'decline')].map(shownAs)).toEqual([
    'connecting',
    'connecting',
  ])
})

it('G23 a series begins anew where none is under way', () => {
  expect(
    [after('start', 'open', 'spend'), after('start', 'open', 'refuse')].every((phase) => gaveUp(phase) && isIdle(phase)),
  ).toBe(true)
  expect([after('start', 'open', 'decline'), after('start', 'open', 'stand', 'close')].every(isIdle)).toBe(true)
  expect([after('start'), after('start', 'open', 'fail'), after('start', 'open', 'miss')].some(isIdle)).toBe(false)
  expect(gaveUp(after('start', 'open', 'spend', 'open'))).toBe(false)
})
