import { webcrypto } from 'node:crypto'
import { createFile } from '@prosa/contract/calls/conversations/files'
import { listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import {
  createWhatsappTemplate,
  deleteWhatsappTemplate,
  listWhatsappTemplates,
  updateWhatsappTemplate,
} from '@prosa/contract/calls/whatsapp/whatsapp-templates'
import type { WhatsappTemplate } from '@prosa/contract/entities/whatsapp/template'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createErrorResponse, type FakeProvider } from '../../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../../testing/render-panel.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { aNumber, clickButton, getShownNotifications } from '../testing/a-number.ts'
import { aTemplate } from '../testing/a-template.ts'

const PAGE = '/settings/numeros/n1/modelos'
let provider: FakeProvider
let templates: WhatsappTemplate[]
beforeEach(() => {
  setSignedInUser({ capabilities: ['organisation', 'numbers', 'templates'] })
  templates = [aTemplate()]
  provider = createPanelProvider()
    .on(listWhatsappNumbers, () => ({
      success: true,
      data: { numbers: [aNumber()], webhook: { url: 'https://prosa.example/webhooks/whatsapp', ready: true } },
    }))
    .on(listWhatsappTemplates, () => ({ success: true, data: { templates } }))
    .on(createWhatsappTemplate, ({ body }) => ({ success: true, data: aTemplate({ name: body.name, status: 'PENDING' }) }))
})
const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label)
const write = async (label: string | RegExp, text: string) => {
  const box = await field(label)
  await userEvent.clear(box)
  await userEvent.click(box)
  await userEvent.paste(text)
}
const send = () => clickButton('Enviar para análise')
const bubble = () => screen.getByRole('region', { name: 'Prévia da mensagem' })
const openNew = async () => {
  renderPanel(PAGE)
  await clickButton('Criar modelo')
  return screen.findByRole('heading', { name: 'Novo modelo' })
}

describe('the editor of a template', () => {
  it('TPL-02 shows the message as it is written, and sends it whole', async () => {
    await openNew()
    await write(/^Nome/, 'Retomar Visita')
    expect((await field(/^Nome/)).value).toBe('retomar_visita')
    await userEvent.selectOptions(await field('Cabeçalho'), 'Texto')
    await write(/^Texto do cabeçalho/, 'Pedido {{1}}')
    await write(/^Exemplo de \{\{1\}\} no cabeçalho/, '42')
    await write(/^Texto \*?$/, 'Oi {{1}}, tudo bem?')
    expect(bubble().textContent).toContain('Oi Campo 1, tudo bem?')
    await write(/^Exemplo de \{\{1\}\} \*/, 'Ana')
    await write(/^Rodapé/, 'Aurora')
    await clickButton('Resposta rápida')
    await write(/^Texto do botão/, 'Sim')
    expect(bubble().textContent).toBe('Pedido 42Oi Ana, tudo bem?AuroraSim')
    await send()
    expect(await screen.findByRole('list', { name: 'Modelos' })).toBeTruthy()
    expect(provider.requests(createWhatsappTemplate).map(({ body }) => body)).toEqual([
      {
        name: 'retomar_visita',
        language: 'pt_BR',
        category: 'UTILITY',
        header: { kind: 'text', text: 'Pedido {{1}}', example: '42' },
        body: { text: 'Oi {{1}}, tudo bem?', examples: ['Ana'] },
        footer: 'Aurora',
        buttons: [{ type: 'QUICK_REPLY', text: 'Sim' }],
      },
    ])
    expect(getShownNotifications()).toContainEqual(['success', 'Retomar visita foi para a análise da Meta.'])
    expect(document.activeElement?.textContent).toBe('Criar modelo')
  })

  it('TPL-02 says at each field what Meta would refuse, once it is left, and asks nobody before all is mended', async () => {
    await openNew()
    await write(/^Nome/, 'olá!')
    await userEvent.tab()
    expect(await screen.findByText('Use só letras minúsculas sem acento, números e “_”.')).toBeTruthy()
    await write(/^Texto \*?$/, '{{1}}, tudo bem?')
    await clickButton('Resposta rápida')
    await clickButton('Endereço')
    await clickButton('Resposta rápida')
    await userEvent.click(screen.getByRole('button', { name: 'Subir o botão 3' }))
    await send()
    for (const words of [
      /não pode começar nem terminar com um campo/,
      'Dê um exemplo para {{1}}: a Meta pede.',
      'As respostas rápidas ficam juntas, antes ou depois dos outros botões.',
      'Escreva o endereço inteiro, começando com https://.',
    ])
      expect(screen.getByText(words)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Nome/)))
    expect(provider.requests(createWhatsappTemplate)).toEqual([])
  })

  it('TPL-02 keeps what was written when Meta says no, with its words at the field', async () => {
    provider.on(createWhatsappTemplate, () =>
      createErrorResponse(409, 'VALIDATION_ERROR', { fieldErrors: { name: 'Já existe um modelo com este nome e idioma.' } }),
    )
    await openNew()
    await write(/^Nome/, 'retomar')
    await write(/^Texto \*?$/, 'Tudo bem?')
    await send()
    expect(await screen.findByText('Já existe um modelo com este nome e idioma.')).toBeTruthy()
    expect((await field(/^Texto \*?$/)).value).toBe('Tudo bem?')
    await clickButton('Cancelar')
    const question = within(await screen.findByRole('alertdialog', { name: 'Sair sem salvar?' }))
    await userEvent.click(question.getByRole('button', { name: 'Sair sem salvar' }))
    expect(await screen.findByRole('list', { name: 'Modelos' })).toBeTruthy()
  })

  it('TPL-02 changes one that is known: its name, language and approved category stay', async () => {
    provider.on(updateWhatsappTemplate, () => ({ success: true, data: aTemplate({ status: 'PENDING' }) }))
    renderPanel(PAGE)
    await clickButton('Editar Retomar conversa')
    expect((await field(/^Nome/)).readOnly).toBe(true)
    expect((await field('Idioma')).disabled).toBe(true)
    expect((await field('Categoria')).disabled).toBe(true)
    expect((await field(/^Exemplo de \{\{2\}\}/)).value).toBe('apartamento')
    await write(/^Texto \*?$/, 'Ainda procura?')
    await send()
    await waitFor(() => expect(provider.requests(updateWhatsappTemplate)).toHaveLength(1))
    const [asked] = provider.requests(updateWhatsappTemplate)
    expect([asked?.params, asked?.body]).toEqual([
      { id: 'n1', templateId: '9007199254740993' },
      { category: 'UTILITY', header: null, body: { text: 'Ainda procura?', examples: [] }, footer: null, buttons: [] },
    ])
  })

  it('offers no change of one that Meta looks at, or that holds what is not written here; both may be deleted, after a question', async () => {
    templates = [aTemplate({ status: 'PENDING' }), aTemplate({ id: '2', name: 'codigo', category: 'AUTHENTICATION' })]
    provider.on(deleteWhatsappTemplate, () => {
      templates = templates.slice(1)
      return { success: true }
    })
    renderPanel(PAGE)
    expect(await screen.findAllByRole('button', { name: /^Excluir/ })).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Editar/ })).toBeNull()
    await clickButton('Excluir Retomar conversa')
    const question = within(await screen.findByRole('alertdialog', { name: 'Excluir Retomar conversa?' }))
    expect(provider.requests(deleteWhatsappTemplate)).toEqual([])
    await userEvent.click(question.getByRole('button', { name: 'Excluir' }))
    await waitFor(() => expect(screen.queryByText('Retomar conversa')).toBeNull())
  })

  it('TPL-03 asks for an example of a header that is a file, of its kind, and brings it before the template', async () => {
    // jsdom has no crypto.subtle.
    vi.stubGlobal('crypto', webcrypto)
    provider.on(createFile, ({ body }) => ({
      success: true,
      data: { id: 'f1', ...body, kind: 'document' as const, state: 'stored' as const, reason: null, missing: [] },
    }))
    await openNew()
    await write(/^Nome/, 'proposta')
    await write(/^Texto \*?$/, 'Segue a proposta.')
    await userEvent.selectOptions(await field('Cabeçalho'), 'Documento')
    await send()
    expect(await screen.findByText('Escolha um arquivo de exemplo: a Meta pede.')).toBeTruthy()
    const picker = await field('Escolher documento')
    await userEvent.upload(picker, new File(['a,b'], 'proposta.csv', { type: 'text/csv' }))
    expect(await screen.findByText('proposta.csv')).toBeTruthy()
    await send()
    await waitFor(() => expect(provider.requests(createWhatsappTemplate)).toHaveLength(1))
    expect(provider.requests(createWhatsappTemplate)[0]?.body.header).toEqual({ kind: 'document', file_id: 'f1' })
    expect(provider.requests(createFile)[0]?.body).toMatchObject({ filename: 'proposta.csv', size: 3 })
  })

  it('TPL-02 a header that is a place on a map asks for nothing: it is chosen with every sending', async () => {
    await openNew()
    await write(/^Nome/, 'endereco')
    await write(/^Texto \*?$/, 'Esperamos você.')
    await userEvent.selectOptions(await field('Cabeçalho'), 'Local no mapa')
    expect(await screen.findByText('O lugar é escolhido a cada envio.')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Prévia da mensagem' })).getByText('Nome do lugar')).toBeTruthy()
    await send()
    await waitFor(() => expect(provider.requests(createWhatsappTemplate)).toHaveLength(1))
    expect(provider.requests(createWhatsappTemplate)[0]?.body.header).toEqual({ kind: 'location' })
  })
})
