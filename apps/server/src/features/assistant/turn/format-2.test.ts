import { expect, it } from 'vitest'
import { readMemory } from './memory.ts'

const kept = (facts: Record<string, string>) => ({
  format: 2,
  guard: { kind: 'clear' },
  log: { said: {}, strayed: [], raised: null, voices: 0 },
  dialogue: {
    greeted: true,
    facts: { need: 'casa', ...facts },
    pending: 'day',
    asked: { day: 1 },
    used: {},
    skipped: [],
    misses: 0,
    questions: [],
    called: null,
    concluded: false,
  },
  parts: 1,
  unsent: [],
})

const THURSDAY = { day: 'quinta, 26/11', date: '2026-11-26', hour: '15h' }
const TUESDAY = { wasDay: 'terça, 24/11', wasDate: '2026-11-24', wasHour: '10h' }
const FROM_TUESDAY = { text: 'terça, 24/11, às 10h', day: 'terça, 24/11', date: '2026-11-24', hour: '10h' }

it.each([
  ['nothing', {}, { kind: 'none' }],
  ['a day', { day: 'quinta, 26/11' }, { kind: 'wanted', at: { day: 'quinta, 26/11' } }],
  ['a day and an hour', THURSDAY, { kind: 'settled', at: THURSDAY }],
  [
    'another day in the place of one',
    { day: THURSDAY.day, was: FROM_TUESDAY.text, ...TUESDAY },
    { kind: 'moving', from: FROM_TUESDAY, to: { day: THURSDAY.day }, elsewhere: null },
  ],
  [
    'a meeting of the calendar that moves',
    { moves: 'sim', was: 'terça, 24/11/2026, 10:00', moveId: 'm1' },
    { kind: 'moving', from: { text: 'terça, 24/11/2026, 10:00', meetingId: 'm1' }, to: {}, elsewhere: {} },
  ],
  [
    'one that has moved',
    { ...THURSDAY, moves: 'sim', movedFrom: 'terça' },
    { kind: 'moving', from: null, to: THURSDAY, elsewhere: { was: 'terça' } },
  ],
  ['a date called off', { cancelled: 'quinta' }, { kind: 'called_off', what: 'quinta', before: { kind: 'none' } }],
])('GUARD-27 memory of format 2 that told %s tells it still', (_, facts, appointment) => {
  const { format, dialogue } = readMemory(kept(facts), new Date())
  expect(format).toBe(3)
  expect(dialogue.appointment).toEqual(appointment)
  expect(dialogue.facts).toEqual({ need: 'casa' })
})
