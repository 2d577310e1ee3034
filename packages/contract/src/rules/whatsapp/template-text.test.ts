import { expect, it } from 'vitest'
import { extractPlaceholders, fillTemplatePlaceholders, renderTemplateText } from './template-text.ts'

it('finds the places of a text, by number or by name, each once', () => {
  expect(extractPlaceholders('Oi {{1}}, a {{ loja }} espera por {{1}}.')).toEqual(['1', 'loja'])
  expect(extractPlaceholders('Sem campos')).toEqual([])
})

it('fills every place, and leaves one without a value as it is written', () => {
  const text = { text: 'Oi {{1}}, até {{2}}. Tchau, {{1}}!', places: ['1', '2'] }
  expect(fillTemplatePlaceholders(text, ['Ana', 'amanhã'])).toBe('Oi Ana, até amanhã. Tchau, Ana!')
  expect(fillTemplatePlaceholders(text, ['Ana', ''])).toBe('Oi Ana, até {{2}}. Tchau, Ana!')
  expect(fillTemplatePlaceholders({ text: 'Vale {{1}}', places: ['1'] }, ['$&'])).toBe('Vale $&')
})

it('is read as header, body and footer, whichever there are', () => {
  const body = { text: 'Oi {{1}}', places: ['1'] }
  expect(renderTemplateText({ body }, { header: [], body: ['Ana'] })).toBe('Oi Ana')
  const header = { text: '{{1}} chegou', places: ['1'] }
  expect(renderTemplateText({ header, body, footer: 'Aurora' }, { header: ['Novidade'], body: ['Ana'] })).toBe(
    'Novidade chegou\n\nOi Ana\n\nAurora',
  )
})
