import { describe, expect, it } from 'vitest'
import { extractSpokenData, formatConfirmationQuestion, restoreSpelledEmail } from './spoken-data.ts'

const NOW = new Date('2026-11-24T13:00:00Z')
const data = (said: string) => extractSpokenData(said, NOW, 'America/Sao_Paulo')

describe('HEAR-09 what somebody said is said back as it was understood', () => {
  it.each([
    ['Meu orçamento é R$ 350 mil', ['R$ 350 mil']],
    ['consigo pagar trezentos e cinquenta mil', ['R$ 350 mil']],
    ['Posso dar um milhão e duzentos mil reais', ['R$ 1,2 milhão']],
    ['dá uns R$ 1.500 por mês', ['R$ 1.500']],
    ['Pago R$ 99,90', ['R$ 99,90']],
    ['Pode ser quinta às três da tarde?', ['quinta, 26/11, às 15h']],
    ['amanhã às 10h', ['quarta, 25/11, às 10h']],
    ['Me liga no 11 98765-4321', ['(11) 98765-4321']],
    ['meu e-mail é ana@exemplo.com', ['ana@exemplo.com']],
    ['CPF 529.982.247-25', ['CPF 529.982.247-25']],
    ['Quero o de três quartos', []],
    ['Bom dia, tudo bem?', []],
    ['Moro na rua Augusta 1200 apartamento 302', []],
  ])('%s', (said, wanted) => {
    expect(data(said)).toEqual(wanted)
  })

  it('in one sentence, each thing once', () => {
    expect(formatConfirmationQuestion(['R$ 350 mil'])).toBe('Entendi R$ 350 mil, certo?')
    expect(formatConfirmationQuestion([...data('R$ 350 mil, quinta às 15h'), 'R$ 350 mil'])).toBe(
      'Entendi R$ 350 mil; quinta, 26/11, às 15h, certo?',
    )
  })

  it('an address that was spelled is read as one', () => {
    expect(data(restoreSpelledEmail('é ana ponto silva arroba exemplo ponto com ponto br'))).toEqual(['ana.silva@exemplo.com.br'])
    expect(restoreSpelledEmail('o ponto de ônibus')).toBe('o ponto de ônibus')
  })
})
