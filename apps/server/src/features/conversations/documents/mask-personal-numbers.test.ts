import { describe, expect, it } from 'vitest'
import { buildFileLine } from './build-file-line.ts'

/** Only the digits of the number may be masked; the text around it stays. */
const HIDDEN = [
  'CPF 529.982.247-25',
  'CPF 52998224725',
  'CPF: 529 982 247 25',
  'CPF 529.982.247–25',
  'CPF nº 529982247-25',
  'inscrita no CPF sob o nº 529.982.247-25',
  'cpf ５２９.９８２.２４７-２５',
  'RG 12.345.678-9',
  'RG 12.345.678-X',
  'RG: MG-12.345.678',
  'RG n. 12345678',
  'R.G. 1234567',
  'R. G. 123456789',
  'Identidade 12.345.678-x',
  'registro geral nº 4567891',
  'RG 12345678-9 SSP/SP',
  'portadora do 12.345.678-9 SSP/SP',
  'CNH 01234567890',
  'cartão 4111 1111 1111 1111',
  'cartao 4111-1111-1111-1111',
  '4111111111111111',
  '5502 0912 3456 7890 12',
  'Amex 3782 822463 10005',
  'cartão final 1234',
]
/** Texts that must stay unchanged. */
const SHOWN = [
  'Contrato de locação, Rua Harmonia, 480, ap. 12',
  'Aluguel de R$ 2.350,00, vence em 10/12/2026 às 18:30',
  'Proposta 2026-118: 3 quartos, 98 m², R$ 1.250.000,00',
  'CEP 01310-100, telefone (11) 98765-4321',
]

describe('SEE-05 the line under a file', () => {
  it.each(HIDDEN)('hides the figures of “%s”', (text) => {
    const line = buildFileLine(`Ana Souza, ${text}`)
    expect(line).not.toMatch(/\d/)
    expect(line).toMatch(/^Ana Souza, /)
    expect(line).toContain('•')
  })

  it.each(SHOWN)('shows “%s” as it is', (text) => expect(buildFileLine(text)).toBe(text))

  it('hides a number of which its end only is cut away, and is 200 characters at most', () => {
    const line = buildFileLine(`${'Contrato '.repeat(20)}cpf 529.982.247-25 ${'e mais '.repeat(50)}`)
    expect(line).not.toMatch(/\d/)
    expect(line.length).toBeLessThanOrEqual(200)
    expect(line).toMatch(/…$/)
  })
})
