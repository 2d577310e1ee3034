import { expect, it } from 'vitest'
import { formatDuration, formatSpokenDuration } from './recording-duration.ts'

it.each([
  [0, '0:00', '0 segundos'],
  [999, '0:00', '0 segundos'],
  [1_000, '0:01', '1 segundo'],
  [12_700, '0:12', '12 segundos'],
  [60_000, '1:00', '1 minuto'],
  [65_000, '1:05', '1 minuto e 5 segundos'],
  [15 * 60_000, '15:00', '15 minutos'],
])('%i ms are seen as %s and heard as %s', (ms, seen, heard) => {
  expect([formatDuration(ms), formatSpokenDuration(ms)]).toEqual([seen, heard])
})
