import { expect, it } from 'vitest'
import { formatMonths } from './format-months.ts'

it.each([
  [1, '1 mês'],
  [6, '6 meses'],
  [12, '1 ano'],
  [18, '18 meses'],
  [36, '3 anos'],
])('%i months are said as %s', (months, text) => expect(formatMonths(months)).toBe(text))
