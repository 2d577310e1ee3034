import { dictionary } from '@zxcvbn-ts/language-pt-br'
import { describe, expect, it } from 'vitest'
import { cleanUpText, normalizeText } from './normalize-text.ts'
import { isFirstName } from './vocabulary.ts'

const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** Returns the words that normalization changed into another word. */
const changed = (words: readonly string[]) =>
  words.filter(
    (word) => word.length >= 5 && /^\p{L}+$/u.test(word) && normalizeText(word) !== plain(word).replace(/([a-z])\1{2,}/g, '$1'),
  )

describe('PROV-07 a word or a name that there is stays what it is', () => {
  it('no common word of Portuguese is mended into another', () => {
    expect(changed(dictionary['commonWords-pt-br']).filter((word) => !/^o?brigad\p{L}+$|^okay$/u.test(word))).toEqual([])
  })

  it('no first name and no surname is mended into a word', () => {
    expect(changed([...dictionary['firstnames-pt-br'], ...dictionary['lastnames-pt-br']])).toEqual([])
  })

  it.each('Amanda Carol parcelamento insatisfeita quando agendamento contato correto declaração descartar preto'.split(' '))(
    '%j is no slip of the fingers',
    (word) => expect(normalizeText(word)).toBe(plain(word)),
  )

  it.each([
    ['orçamneto', 'orcamento'],
    ['atrazado', 'atrasado'],
    ['financimento', 'financiamento'],
    ['cancelr', 'cancelar'],
    ['urjente', 'urgente'],
  ])('%j is one', (typed, meant) => expect(normalizeText(typed)).toBe(meant))

  it('knows names, and what people are called', () => {
    expect(['Amanda', 'Zeca', 'Duda', 'Rute', 'Tonho', 'João'].filter((name) => !isFirstName(name))).toEqual([])
    expect(['dermatologista', 'financiamento', 'tranquilo', 'exclui'].filter(isFirstName)).toEqual([])
  })

  it.each(['Constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])('%j is only a word', (word) => {
    expect(cleanUpText(word)).toBe(word)
    expect(normalizeText(word)).toBe(plain(word.replaceAll('_', ' ')).trim())
  })
})
