import { describe, expect, it } from 'vitest'
import { formatDayRange, getDayRange, getDayRangeProblem, getTodayInTimeZone, parseDashboardChoice } from './period.ts'

const TODAY = '2026-11-20'

describe('DASH-02 the period', () => {
  it.each([
    ['hoje', '2026-11-20'],
    ['7d', '2026-11-14'],
    ['30d', '2026-10-22'],
    ['90d', '2026-08-23'],
  ] as const)('%s ends today and begins on %s', (periodo, from) => {
    expect(getDayRange({ periodo }, TODAY)).toEqual({ from, to: TODAY })
  })

  it('is the last 7 days until one is chosen, and one that was chosen by its days', () => {
    expect(getDayRange({}, TODAY)).toEqual({ from: '2026-11-14', to: TODAY })
    expect(getDayRange({ periodo: 'personalizado', de: '2026-01-01', ate: '2026-01-31' }, TODAY)).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
    })
  })

  it('is counted in the place of the organisation', () => {
    const at = Date.parse('2026-11-20T02:30:00.000Z')
    expect(getTodayInTimeZone('America/Sao_Paulo', at)).toBe('2026-11-19')
    expect(getTodayInTimeZone('Europe/Lisbon', at)).toBe('2026-11-20')
  })

  it('cannot end before it begins, nor be longer than a year', () => {
    expect(getDayRangeProblem({ from: '2026-11-20', to: '2026-11-19' })).toBe('O fim vem antes do início.')
    expect(getDayRangeProblem({ from: '2025-11-19', to: '2026-11-20' })).toBe('Escolha no máximo 366 dias.')
    expect(getDayRangeProblem({ from: '', to: '2026-11-20' })).toBe('Escolha o primeiro e o último dia.')
    expect(getDayRangeProblem({ from: '2025-11-20', to: '2026-11-20' })).toBeNull()
  })

  it.each([
    [
      { periodo: '30d', agente: 7 },
      { periodo: '30d', agente: '7' },
    ],
    [{ periodo: 'sempre', de: '2026-01-01' }, {}],
    [{ periodo: 'personalizado', de: '2026-02-30', ate: '2026-03-01' }, {}],
    [{ periodo: 'personalizado', de: '2026-03-02', ate: '2026-03-01' }, {}],
    [
      { periodo: 'personalizado', de: '2026-03-01', ate: '2026-03-02', outro: 1 },
      { periodo: 'personalizado', de: '2026-03-01', ate: '2026-03-02' },
    ],
  ])('is read from an address that anybody may have written: %o', (search, choice) => {
    expect(parseDashboardChoice(search)).toEqual(choice)
  })

  it('reads as a person says it', () => {
    expect(formatDayRange({ from: '2026-11-20', to: '2026-11-20' })).toBe('20 de novembro de 2026')
    expect(formatDayRange({ from: '2026-10-30', to: '2026-11-02' })).toMatch(/^30 de outubro\s–\s2 de novembro de 2026$/)
  })
})
