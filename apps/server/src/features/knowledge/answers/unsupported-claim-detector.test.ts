import { expect, it } from 'vitest'
import { createUnsupportedClaimDetector } from './unsupported-claim-detector.ts'

const ours = ['O prédio tem estacionamento rotativo.', 'Aceitamos cães e gatos.']
const asked = (question: string, said: string | null = null) => createUnsupportedClaimDetector([{ question, said }], ours)

it.each([
  ['vocês têm heliponto?', 'Sim! '],
  ['vocês têm heliponto?', 'Temos sim!'],
  ['vocês têm heliponto?', 'Temos um heliponto na cobertura.'],
  ['fazem tatuagem?', 'Claro, fazemos tatuagens lindas!'],
  ['instalam ar condicionado?', 'Instalamos ar condicionado, sim.'],
])('KNOW-07 %s is not answered by "%s" where nothing says so', (question, sentence) => {
  expect(asked(question)(sentence)).toBe(true)
})

it.each([
  ['vocês têm heliponto?', 'Não temos heliponto.'],
  ['vocês têm heliponto?', 'Sobre o heliponto, a equipe confirma.'],
  ['vocês têm heliponto?', 'Você procura um lugar com heliponto?'],
  ['vocês têm heliponto?', 'Temos estacionamento no prédio.'],
  ['aceitam pets?', 'Sim, aceitamos pets!'],
  ['tem vaga pro carro?', 'Temos vagas, sim.'],
])('KNOW-07 %s may be answered by "%s"', (question, sentence) => {
  expect(asked(question)(sentence)).toBe(false)
})

it('KNOW-07 holds nothing back where nothing was asked, nor a yes where something answers', () => {
  expect(createUnsupportedClaimDetector([], ours)('Sim! Temos heliponto.')).toBe(false)
  expect(asked('têm heliponto?', 'Sim, na cobertura.')('Sim!')).toBe(false)
})
