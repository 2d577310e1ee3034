import { expect, it } from 'vitest'
import { formatLastSeen, getPresenceLabel } from './presence-labels.ts'

const now = new Date(2026, 10, 20, 15, 0).getTime()
const person = { isActive: true, presence: 'offline' as const }

it('PEOPLE-01 presence is a word', () => {
  expect(getPresenceLabel({ ...person, presence: 'online' })).toBe('Online')
  expect(getPresenceLabel({ ...person, presence: 'away' })).toBe('Ausente')
  expect(getPresenceLabel(person)).toBe('Offline')
  expect(getPresenceLabel({ ...person, isActive: false })).toBe('Desativada')
})

it.each([
  [new Date(2026, 10, 20, 9, 5), 'visto hoje às 09:05'],
  [new Date(2026, 10, 19, 22, 40), 'visto ontem às 22:40'],
  [new Date(2026, 10, 17, 8, 0), 'visto terça-feira às 08:00'],
  [new Date(2026, 9, 2, 8, 0), 'visto 02/10 às 08:00'],
])('PEOPLE-01 %s was %s', (at, words) => {
  expect(formatLastSeen({ ...person, last_seen_at: at.toISOString() }, now)).toBe(words)
})

it('PEOPLE-01 says nothing of when for who is there, and of nobody’s whose provider does not tell', () => {
  expect(formatLastSeen({ ...person, presence: 'online', last_seen_at: new Date(now).toISOString() }, now)).toBe('')
  expect(formatLastSeen({ ...person, last_seen_at: null }, now)).toBe('ainda não entrou')
  expect(formatLastSeen(person, now)).toBe('')
})
