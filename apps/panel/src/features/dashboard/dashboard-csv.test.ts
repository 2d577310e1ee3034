import { expect, it } from 'vitest'
import { buildDashboardCsv } from './dashboard-csv.ts'
import { aDashboardSummary } from './testing/a-dashboard-summary.ts'

it('DASH-06 a spreadsheet in Portuguese opens the file: mark, semicolons, decimals with a comma, every part', () => {
  const csv = buildDashboardCsv(aDashboardSummary())
  expect(csv.startsWith('\uFEFFIndicador;2026-11-14 a 2026-11-20;2026-11-07 a 2026-11-13\r\n')).toBe(true)
  const rows = csv.slice(1).split('\r\n')
  expect(rows).toContain('Novos leads;28;25')
  expect(rows).toContain('Primeira resposta da IA (segundos);4,2;8,4')
  expect(rows).toContain('Primeira resposta da equipe (segundos);;60,0')
  expect(rows).toContain('Só com a IA (%);62,5;50,0')
  expect(rows).toContain('2026-11-20;60;72')
  expect(rows).toContain('1;9;40')
  expect(rows).toContain('Conexão;28;')
  expect(rows).toContain('Inicialização;24;85,7')
  expect(rows).toContain('Clara;SDR;20;900;150;180;70,0;3')
})

it('DASH-06 a name that begins like a formula does not become one', () => {
  expect(buildDashboardCsv(aDashboardSummary())).toContain(`\r\n"'=Bento";Closer;`)
})
