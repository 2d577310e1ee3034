import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillKnownPhrases, fillPhrase, getPhrasings } from './dialogue-context.ts'

describe('a phrase', () => {
  it.each([
    ['Oi[, {name}]!', { name: 'Ana' }, 'Oi, Ana!'],
    ['Oi[, {name}]!', { name: null }, 'Oi!'],
    ['Confirmo [no {phone}|por aqui].', { phone: '(11) 98765-4321' }, 'Confirmo no (11) 98765-4321.'],
    ['Confirmo [no {phone}|por aqui].', {}, 'Confirmo por aqui.'],
    ['{Day} já passou.', { day: 'ontem' }, 'Ontem já passou.'],
    // Braces and brackets in a lead's text are not interpreted.
    ['“{quote}”', { quote: '{name} [oi|tchau]', name: 'Ana' }, '“{name} [oi|tchau]”'],
  ])('“%s” of %o is “%s”', (phrase, values, said) => {
    expect(fillPhrase(phrase, values)).toBe(said)
  })

  it('is left out of a list where a value that it cannot do without is missing', () => {
    expect(fillKnownPhrases(['Procura: {need}.', 'Quer[ {when}].', 'Prazo: {timing}.'], { need: 'casa' })).toEqual([
      'Procura: casa.',
      'Quer.',
    ])
  })

  it('is another one in a case of its own', () => {
    const words = { ask: ['Pra você?'], 'ask patients': 'É o paciente?', 'ack sim': [] }
    expect([
      getPhrasings(words, 'ask'),
      getPhrasings(words, 'ask', 'patients'),
      getPhrasings(words, 'ask', 'other'),
      getPhrasings(words, 'ack'),
    ]).toEqual([['Pra você?'], ['É o paciente?'], ['Pra você?'], []])
  })
})

const PHRASES = join(import.meta.dirname, 'phrases')
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn)

it.each(readdirSync(PHRASES))('every bracket of phrases/%s is closed, and every value named by a word', (file) => {
  const broken = textsIn(JSON.parse(readFileSync(join(PHRASES, file), 'utf8'))).filter((text) =>
    /[[\]{}]/.test(text.replaceAll(/\{\p{L}+\}/gu, '').replaceAll(/\[[^[\]]*\]/g, '')),
  )
  expect(broken).toEqual([])
})
