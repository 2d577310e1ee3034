import { expect, it } from 'vitest'
import { formatHistoryImport, formatMessageComparison } from './number-reconciliation.tsx'

const sync = { state: 'running' as const, progress: 55, people: 412, messages: 9_000 }

it('NUM-14 tells how far the past has come, for how many people, and why it does not come', () => {
  expect(formatHistoryImport(sync)).toBe('Trazendo conversas: 55 % · 412 pessoas')
  expect(formatHistoryImport({ ...sync, people: 1 })).toBe('Trazendo conversas: 55 % · 1 pessoa')
  expect(formatHistoryImport({ ...sync, state: 'done' })).toBe('Conversas do celular trazidas: 412 pessoas')
  expect(formatHistoryImport({ ...sync, state: 'none' })).toBeNull()
  expect(formatHistoryImport({ ...sync, state: 'refused', reason: 'O dono escolheu não trazer.' })).toBe(
    'O dono escolheu não trazer.',
  )
})

it('MISS-03 MISS-04 tells how a day compares with what Meta has, or that Meta does not offer that', () => {
  const at = '2026-11-24T06:30:00.000Z'
  expect(formatMessageComparison({ at, ours: 4_812, meta: 4_812, missing: [] })).toBe(
    '4.812 de 4.812 mensagens conferidas com a Meta',
  )
  expect(formatMessageComparison({ at, ours: null, meta: null, missing: [] })).toBe('A Meta não oferece esta conferência.')
})
