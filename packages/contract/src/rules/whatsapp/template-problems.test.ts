import { describe, expect, it } from 'vitest'
import { canEditTemplate, type TemplateButton, type TemplateDraft, toTemplateDraft } from './template-draft.ts'
import { findTemplateProblems, getFirstProblemByField } from './template-problems.ts'

const draft = (change: Partial<TemplateDraft> = {}): TemplateDraft => ({
  name: 'retomar_conversa',
  language: 'pt_BR',
  category: 'UTILITY',
  header: null,
  body: { text: 'Oi {{1}}, tudo bem?', examples: ['Ana'] },
  footer: null,
  buttons: [],
  ...change,
})
const quick = (text = 'Sim'): TemplateButton => ({ type: 'QUICK_REPLY', text })
const link = (change: Partial<TemplateButton> = {}): TemplateButton => ({
  type: 'URL',
  text: 'Abrir',
  url: 'https://aurora.example/visita/{{1}}',
  example: 'abc',
  ...change,
})
const problem = (change: Partial<TemplateDraft>): Record<string, string> =>
  Object.fromEntries(getFirstProblemByField(findTemplateProblems(draft(change))))

describe('a template that Meta may look at', () => {
  it.each<[string, Partial<TemplateDraft>]>([
    ['a body with its example', {}],
    ['named places', { body: { text: 'Oi {{nome}}, a {{loja}} espera.', examples: ['Ana', 'Aurora'] } }],
    ['all its lengths', { body: { text: 'a'.repeat(1_024), examples: [] }, footer: 'a'.repeat(60), name: 'a'.repeat(512) }],
    ['a header with a place', { header: { kind: 'text', text: 'Pedido {{1}}', example: '42' } }],
    ['a header without places', { header: { kind: 'text', text: 'Oi' }, body: { text: 'Oi {{nome}} aí', examples: ['Ana'] } }],
    ['a header with a file', { header: { kind: 'document', file_id: 'f1' } }],
    ['quick replies before the others', { buttons: [quick('Sim'), quick('Não'), link()] }],
    [
      'quick replies after the others',
      { buttons: [link(), { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '+551140001234' }, quick()] },
    ],
    [
      'a code and a fixed address',
      { buttons: [{ type: 'COPY_CODE', text: '', example: 'VOLTE10' }, link({ url: 'http://a.b/c' })] },
    ],
  ])('TPL-02 may have %s', (_what, change) => {
    expect(problem(change)).toEqual({})
  })
})

describe('what Meta would refuse', () => {
  it.each<[string, Partial<TemplateDraft>, string, RegExp]>([
    ['no name', { name: '' }, 'name', /^Dê um nome/],
    ['a name with capitals', { name: 'Retomar' }, 'name', /letras minúsculas sem acento/],
    ['a name with accents', { name: 'olá' }, 'name', /sem acento/],
    ['a long name', { name: 'a'.repeat(513) }, 'name', /tem 513 caracteres; o limite é 512/],
    ['a language that is none', { language: 'pt-BR' }, 'language', /idioma/],
    ['no text', { body: { text: ' ', examples: [] } }, 'body.text', /Escreva o texto/],
    ['a long text', { body: { text: 'a'.repeat(1_025), examples: [] } }, 'body.text', /o limite é 1024/],
    ['a place at the start', { body: { text: '{{1}}, tudo bem?', examples: ['a'] } }, 'body.text', /começar nem terminar/],
    ['a place at the end', { body: { text: 'Tudo bem, {{1}} ', examples: ['a'] } }, 'body.text', /começar nem terminar/],
    ['places out of order', { body: { text: 'Oi {{2}}, até {{1}}.', examples: ['a', 'b'] } }, 'body.text', /na ordem do texto/],
    [
      'numbers and names',
      { body: { text: 'Oi {{1}}, até {{dia}}.', examples: ['a', 'b'] } },
      'body.text',
      /só números ou só nomes/,
    ],
    [
      'numbers in its header and names in its body',
      {
        header: { kind: 'text', text: 'Pedido {{1}}', example: '42' },
        body: { text: 'Oi {{nome}}, tudo bem?', examples: ['Ana'] },
      },
      'header.text',
      /^Use só números ou só nomes nos campos\.$/,
    ],
    ['half a place', { body: { text: 'Oi {{1}, tudo bem?', examples: [] } }, 'body.text', /se escreve/],
    ['an accent in a place', { body: { text: 'Oi {{endereço}} aí', examples: [] } }, 'body.text', /sem acentos/],
    ['a capital in a place', { body: { text: 'Oi {{Nome}} aí', examples: ['a'] } }, 'body.text', /letras minúsculas/],
    [
      'a place without an example',
      { body: { text: 'Oi {{1}}, até {{2}}.', examples: ['a', ' '] } },
      'body.examples.1',
      /\{\{2\}\}/,
    ],
    ['an empty header', { header: { kind: 'text', text: '' } }, 'header.text', /ou fique sem ele/],
    ['a long header', { header: { kind: 'text', text: 'a'.repeat(61) } }, 'header.text', /o limite é 60/],
    ['a header of two lines', { header: { kind: 'text', text: 'a\nb' } }, 'header.text', /uma linha/],
    ['two places in a header', { header: { kind: 'text', text: '{{1}} e {{2}}', example: 'a' } }, 'header.text', /um campo só/],
    ['a header without an example', { header: { kind: 'text', text: 'Pedido {{1}}' } }, 'header.example', /\{\{1\}\}/],
    ['a header without its file', { header: { kind: 'image' } }, 'header.file_id', /arquivo de exemplo/],
    ['an empty footer', { footer: '' }, 'footer', /ou fique sem ele/],
    ['a long footer', { footer: 'a'.repeat(61) }, 'footer', /o limite é 60/],
    ['a place in the footer', { footer: 'Até {{1}}' }, 'footer', /não leva campos/],
    [
      'eleven buttons',
      { buttons: [...Array.from({ length: 9 }, (_, n) => quick(`b${n}`)), link(), link()] },
      'buttons',
      /no máximo 10/,
    ],
    ['three addresses', { buttons: [link(), link(), link()] }, 'buttons.2.type', /no máximo 2 botões de endereço/],
    ['quick replies among others', { buttons: [quick(), link(), quick('Não')] }, 'buttons.2.type', /ficam juntas/],
    ['a button without words', { buttons: [quick(' ')] }, 'buttons.0.text', /texto do botão/],
    ['a long button', { buttons: [quick('a'.repeat(26))] }, 'buttons.0.text', /o limite é 25/],
    ['a bare address', { buttons: [link({ url: 'aurora.example' })] }, 'buttons.0.url', /https:\/\//],
    ['a place amid an address', { buttons: [link({ url: 'https://a.example/{{1}}/x' })] }, 'buttons.0.url', /no fim/],
    ['an address without an example', { buttons: [link({ example: '' })] }, 'buttons.0.example', /\{\{1\}\}/],
    [
      'a phone without its country',
      { buttons: [{ type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '1140001234' }] },
      'buttons.0.phone_number',
      /código do país/,
    ],
    [
      'two phones',
      {
        buttons: ['+551140001234', '+551140001235'].map((phone_number) => ({
          type: 'PHONE_NUMBER',
          text: 'Ligar',
          phone_number,
        })),
      },
      'buttons.1.type',
      /Só um botão pode ligar/,
    ],
    [
      'a long code',
      { buttons: [{ type: 'COPY_CODE', text: '', example: 'a'.repeat(16) }] },
      'buttons.0.example',
      /o limite é 15/,
    ],
  ])('TPL-02 is %s, said at its field', (_what, change, field, message) => {
    expect(problem(change)).toEqual({ [field]: expect.stringMatching(message) })
  })

  it('TPL-02 says nothing of name and language of one that is only changed', () => {
    const { name: _name, language: _language, ...content } = draft()
    expect(findTemplateProblems(content)).toEqual([])
  })
})

describe('a template of Meta’s', () => {
  const template = {
    id: '1',
    name: 'retomar',
    language: 'pt_BR',
    category: 'MARKETING',
    status: 'APPROVED',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['42'] } },
      { type: 'BODY', text: 'Oi {{1}}, até {{2}}.', example: { body_text: [['Ana', 'sexta']] } },
      { type: 'FOOTER', text: 'Aurora' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Sim' },
          { type: 'URL', text: 'Abrir', url: 'https://a.example/{{1}}', example: ['abc'] },
        ],
      },
    ],
  }

  it('is written on as it is, and then holds all that it held', () => {
    expect(toTemplateDraft(template)).toEqual({
      name: 'retomar',
      language: 'pt_BR',
      category: 'MARKETING',
      header: { kind: 'text', text: 'Pedido {{1}}', example: '42' },
      body: { text: 'Oi {{1}}, até {{2}}.', examples: ['Ana', 'sexta'] },
      footer: 'Aurora',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Sim' },
        { type: 'URL', text: 'Abrir', url: 'https://a.example/{{1}}', example: 'abc' },
      ],
    })
    const named = [
      { type: 'BODY', text: 'Oi {{nome}} aí', example: { body_text_named_params: [{ param_name: 'nome', example: 'Ana' }] } },
    ]
    expect(toTemplateDraft({ ...template, components: named }).body.examples).toEqual(['Ana'])
  })

  it('is not written on where a part of it would be lost', () => {
    expect(canEditTemplate(template)).toBe(true)
    expect(canEditTemplate({ ...template, category: 'AUTHENTICATION' })).toBe(false)
    expect(canEditTemplate({ ...template, components: [{ type: 'CAROUSEL' }] })).toBe(false)
    expect(canEditTemplate({ ...template, components: [{ type: 'HEADER', format: 'LOCATION' }] })).toBe(true)
    expect(canEditTemplate({ ...template, components: [{ type: 'HEADER', format: 'PRODUCT' }] })).toBe(false)
    expect(canEditTemplate({ ...template, components: [{ type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'x' }] }] })).toBe(
      false,
    )
  })
})
