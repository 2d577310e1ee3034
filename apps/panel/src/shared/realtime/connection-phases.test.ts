import { expect, it } from 'vitest'
import {
  type ConnectionEvent,
  type ConnectionPhase,
  canRestartAttempts,
  getNextPhase,
  hasGivenUp,
  toConnectionState,
} from './connection-phases.ts'

const after = (...happenings: ConnectionEvent[]) => happenings.reduce<ConnectionPhase>(getNextPhase, 'off')

it('RT-01 nothing is heard before somebody is there, nor after they have left', () => {
  expect(after('open', 'stand', 'fail', 'spend', 'stop')).toBe('off')
  expect(after('start', 'open', 'stand', 'stop', 'stand')).toBe('off')
  expect(after('start', 'open', 'start')).toBe('connecting')
})

it('shows one of three states in every phase', () => {
  expect(
    [after('start'), after('start', 'open', 'spend'), after('start', 'open', 'stand', 'close')].map(toConnectionState),
  ).toEqual(['disconnected', 'disconnected', 'disconnected'])
  expect(toConnectionState(after('start', 'open', 'stand'))).toBe('connected')
  expect(toConnectionState(after('start', 'open', 'stand', 'stumble'))).toBe('connected')
  expect([after('start', 'open', 'stand', 'drop'), after('start', 'open', 'decline')].map(toConnectionState)).toEqual([
    'connecting',
    'connecting',
  ])
})

it('G23 a series begins anew where none is under way', () => {
  expect(
    [after('start', 'open', 'spend'), after('start', 'open', 'refuse')].every(
      (phase) => hasGivenUp(phase) && canRestartAttempts(phase),
    ),
  ).toBe(true)
  expect([after('start', 'open', 'decline'), after('start', 'open', 'stand', 'close')].every(canRestartAttempts)).toBe(true)
  expect([after('start'), after('start', 'open', 'fail'), after('start', 'open', 'miss')].some(canRestartAttempts)).toBe(false)
  expect(hasGivenUp(after('start', 'open', 'spend', 'open'))).toBe(false)
})
