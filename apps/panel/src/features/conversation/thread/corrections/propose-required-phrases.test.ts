import { describe, expect, it } from 'vitest'
import { proposeRequiredPhrases } from './propose-required-phrases.ts'

describe('what a reply surely says that says this', () => {
  it.each([
    ['O apartamento custa R$ 350 mil.', ['R$ 350 mil']],
    ['Abrimos às 9h e fechamos às 18h30.', ['9h', '18h30']],
    ['Parcelamos em 12x, com entrada de 20 %.', ['12x', '20 %']],
    ['Sim, ficamos na Avenida Brasil, 1200.', ['Avenida Brasil', '1200']],
    ['A Vitta atende na Rua das Flores.', ['Vitta', 'Rua das Flores']],
    ['Sim, aceitamos animais.', []],
    ['', []],
  ])('%s', (text, wanted) => {
    expect(proposeRequiredPhrases(text)).toEqual(wanted)
  })
})
