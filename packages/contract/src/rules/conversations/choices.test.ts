import { expect, it } from 'vitest'
import type { SentChoices } from '../../entities/conversations/structured-content-shape.ts'
import { findChoicesProblem, normalizeChoices } from './choices.ts'
import { findOutgoingMessageProblem } from './outgoing-message.ts'

const buttons = (...titles: string[]): SentChoices => ({ kind: 'buttons', options: titles.map((title) => ({ title })) })
const list = (button: string, ...options: SentChoices['options']): SentChoices => ({ kind: 'list', button, options })
const row = (n: number) => ({ title: `Opção ${n}` })
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n))

it('MEDIA-18 takes three buttons of 20 characters, and a list of ten rows of 24 and 72', () => {
  expect(findChoicesProblem('a'.repeat(1_024), buttons('a'.repeat(20), 'b', 'c'))).toBeNull()
  const full = rows(9).concat({ title: 't'.repeat(24), description: 'd'.repeat(72) } as never)
  expect(findChoicesProblem('a'.repeat(4_096), list('b'.repeat(20), ...full))).toBeNull()
})

it.each<[string, SentChoices, string | number, string]>([
  ['', buttons('Sim'), 'content', 'Digite a pergunta.'],
  ['a'.repeat(1_025), buttons('Sim'), 'content', 'A pergunta passa de 1024 caracteres.'],
  ['Oi', buttons(), 'options', 'Escreva ao menos uma opção.'],
  ['Oi', buttons('a', 'b', 'c', 'd'), 'options', 'São no máximo 3 opções.'],
  ['Oi', buttons('Sim', ''), 1, 'Digite a opção.'],
  ['Oi', buttons('a'.repeat(21)), 0, 'A opção passa de 20 caracteres.'],
  ['Oi', buttons('Sim', 'Não', 'sim'), 2, 'Esta opção já está aí.'],
  ['Oi', { kind: 'buttons', options: [{ title: 'Sim', description: 'Claro' }] }, 0, 'Um botão vai sem descrição.'],
  ['Oi', list('', row(1)), 'button', 'Digite o que abre a lista.'],
  ['Oi', list('b'.repeat(21), row(1)), 'button', 'O botão passa de 20 caracteres.'],
  ['Oi', list('Ver', ...rows(11)), 'options', 'São no máximo 10 opções.'],
  ['Oi', list('Ver', { title: 'a'.repeat(25) }), 0, 'A opção passa de 24 caracteres.'],
  ['Oi', list('Ver', { title: 'a', description: 'd'.repeat(73) }), 0, 'A descrição passa de 72 caracteres.'],
])('MEDIA-18 says what is wrong with choices (%#)', (content, choices, part, words) => {
  expect(findChoicesProblem(content, choices)).toEqual({ part, message: words })
  expect(findOutgoingMessageProblem({ content, choices })).toEqual({
    field: part === 'content' ? 'content' : 'choices',
    message: words,
  })
})

it('MEDIA-18 takes spaces away, and the label of what is no list', () => {
  expect(normalizeChoices({ kind: 'buttons', button: 'Ver', options: [{ title: ' Sim ', description: ' ' }] })).toEqual({
    kind: 'buttons',
    options: [{ title: 'Sim' }],
  })
})

it('MEDIA-18 choices go with their question only', () => {
  const choices = buttons('Sim')
  expect(findOutgoingMessageProblem({ content: 'Oi', choices, file_id: 'f', as: 'image' })).toMatchObject({ field: 'choices' })
  expect(findOutgoingMessageProblem({ content: 'Oi', choices, location: { latitude: 0, longitude: 0 } })).toMatchObject({
    field: 'location',
  })
})
