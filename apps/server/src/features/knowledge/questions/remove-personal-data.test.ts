import { expect, it } from 'vitest'
import { removePersonalDataFromAnswer } from './remove-personal-data.ts'

it.each([
  ['Sim, Marina! Fazemos.', 'Sim, Fazemos.'],
  ['Mande para marina@exemplo.com', 'Mande para …'],
  ['Ligo no (11) 98765-4321 hoje', 'Ligo no … hoje'],
  ['Ligo no 11 98765 4321.', 'Ligo no …'],
  ['tel:+5511987654321', 'tel:…'],
  ['O CPF 123.456.789-09 confere', 'O CPF … confere'],
])('KNOW-15 %j is suggested as %j', (written, suggested) => {
  expect(removePersonalDataFromAnswer(written, ['Marina Prado'])).toBe(suggested)
})

it.each([
  'O apartamento sai por R$ 1.250.000, 2 vagas inclusas.',
  'Vale até 31/12/2026.',
  'Rua Harmonia, 480, CEP 05435-000.',
  'Temos 3 quartos e 112 m².\nA taxa é de 10 %.',
])('what is the company’s own stays: %j', (written) => {
  expect(removePersonalDataFromAnswer(written, ['Marina Prado'])).toBe(written)
})
