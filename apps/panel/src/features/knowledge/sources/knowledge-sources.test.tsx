import {
  createSource,
  deleteSource,
  getSource,
  listPassages,
  listSources,
  refreshSource,
  updateSource,
} from '@prosa/contract/calls/agents/knowledge'
import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { createErrorResponse } from '../../../testing/fake-provider.ts'
import { aPassage, aSource, renderKnowledge } from '../testing/knowledge-fixture.tsx'

afterEach(() => onlineManager.setOnline(true))

/** Rows of sources, without the nested lines of their reports. */
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Fontes' }))
    .getAllByRole('listitem')
    .filter((row) => row.parentElement?.getAttribute('aria-label') === 'Fontes')
const choose = async (opener: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: opener }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const paste = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

describe('the sources of an agent', () => {
  it('KNOW-10 say what they are, how far they were read and why not, whose they are, who changed them and when', async () => {
    const { data, provider, open } = renderKnowledge()
    const table = { _id: 's2', kind: 'products' as const, title: 'Imóveis', passages: 1 }
    data.sources = [
      aSource({ state: 'reading' }),
      aSource({
        ...table,
        agent_ids: ['agent-2'],
        report: ['Linha 4: preço “a combinar” não é um número; entrou sem preço.'],
        updated_by_name: null,
      }),
      aSource({ _id: 's3', kind: 'text', title: 'Vazia', state: 'failed', error: 'Não há texto para ler.', passages: 0 }),
    ]
    await open()
    const [reading, sheet, failed] = (await rows()).map(({ textContent }) => textContent)
    expect(reading).toContain('Lendo…')
    // Until the new content is read, the earlier passages are used.
    expect(reading).toContain('Perguntas e respostas · 21 trechos · Todos os agentes')
    expect(reading).toMatch(/alterada por Ana Souza em 24\/11\/2026/)
    expect(sheet).toContain('ProntoPlanilha de produtos · 1 trecho · Bento')
    expect(sheet).toContain('1 aviso da leituraLinha 4: preço “a combinar” não é um número; entrou sem preço.')
    expect(failed).toContain('Não foi lida')
    expect(failed).toContain('Não há texto para ler.')
    expect(provider.requests(listSources)[0]?.query).toEqual({ agent_id: 'agent-1' })
  })

  it('load, fail and are tried again; with none, one sentence and one way on', async () => {
    const { data, provider, open } = renderKnowledge()
    data.sources = []
    let fails = true
    provider.on(listSources, () =>
      fails ? createErrorResponse(500, 'SERVER_ERROR') : { success: true, data: { sources: data.sources, nextCursor: null } },
    )
    await open()
    const again = await screen.findByRole('button', { name: 'Tentar novamente' })
    fails = false
    await userEvent.click(again)
    expect(await screen.findByText('Ainda não há conhecimento. Cole as perguntas que os clientes mais fazem.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Colar perguntas e respostas' }))
    expect(await screen.findByRole('dialog', { name: 'Perguntas e respostas' })).toBeTruthy()
  })

  it('come page by page', async () => {
    const { provider, open } = renderKnowledge()
    provider.on(listSources, ({ query }) => ({
      success: true,
      data: query.cursor
        ? { sources: [aSource({ _id: 's2', title: 'Antiga' })], nextCursor: null }
        : { sources: [aSource()], nextCursor: 'next' },
    }))
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Mostrar mais' }))
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull()
  })

  it('are added in the kinds that the server takes, once, for all agents or for some', async () => {
    const { provider, open } = renderKnowledge()
    const made: unknown[] = []
    let answers = false
    provider.on(createSource, ({ body, headers }) => {
      made.push({ ...body, key: headers.get('idempotency-key') })
      return answers
        ? { success: true, data: aSource({ title: body.title, state: 'reading' }) }
        : createErrorResponse(502, 'SERVER_ERROR')
    })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar' }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Texto',
      'Perguntas e respostas',
      'Arquivo',
      'Planilha de produtos',
      'Página do site',
    ])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Texto' }))
    const dialog = await screen.findByRole('dialog', { name: 'Texto' })
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^Nome da fonte/ }), 'Garantia')
    paste(within(dialog).getByRole('textbox', { name: /^Texto/ }), 'Noventa dias.')
    expect(within(dialog).getByText('13 de 100.000 caracteres')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Todos os agentes' }))
    const add = within(dialog).getByRole('button', { name: 'Adicionar' })
    await userEvent.click(add)
    expect(await within(dialog).findByText('Escolha ao menos um agente.')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Bento' }))
    await userEvent.click(add)
    await waitFor(() => expect(within(dialog).getByRole('alert').textContent).not.toBe(''))
    answers = true
    await userEvent.click(add)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const body = { kind: 'text', title: 'Garantia', text: 'Noventa dias.', agent_ids: ['agent-2'] }
    expect(made).toMatchObject([body, body])
    const [first, second] = made as { key: string }[]
    expect(first?.key).toMatch(/.{20}/)
    expect(second?.key).toBe(first?.key)
  })

  it('say what is wrong at its field: too long while it is typed, and what the server refuses', async () => {
    const { provider, open } = renderKnowledge()
    const words = 'Este texto já está no conhecimento: “Perguntas”.'
    provider.on(createSource, () => createErrorResponse(409, 'CONFLICT', { message: words, fieldErrors: { text: words } }))
    await open()
    await choose('Adicionar', 'Perguntas e respostas')
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox', { name: /^Nome/ }), 'De novo')
    const text = within(dialog).getByRole('textbox', { name: /^Perguntas e respostas/ })
    paste(text, 'x'.repeat(100_001))
    expect(within(dialog).getByText('100.001 de 100.000 caracteres').className).toContain('text-roma')
    const add = within(dialog).getByRole('button', { name: 'Adicionar' })
    await userEvent.click(add)
    expect(await within(dialog).findByText('Use no máximo 100.000 caracteres.')).toBeTruthy()
    expect(provider.requests(createSource)).toHaveLength(0)
    paste(text, 'P: Abrem domingo? R: Não.')
    await userEvent.click(add)
    expect(await within(dialog).findByText(words)).toBeTruthy()
    expect(text.getAttribute('aria-invalid')).toBe('true')
    expect(within(dialog).getByText('Corrija os campos marcados.')).toBeTruthy()
  })

  it('take a sheet out of a file in the browser, also one that Excel wrote', async () => {
    const { open } = renderKnowledge()
    await open()
    await choose('Adicionar', 'Planilha de produtos')
    const dialog = await screen.findByRole('dialog', { name: 'Planilha de produtos' })
    const latin = Uint8Array.from('nome;preço', (character) => character.charCodeAt(0))
    const picker = within(dialog).getByLabelText('Arquivo da planilha', { selector: 'input' })
    await userEvent.upload(picker, new File([latin], 'Tabela 2026.csv', { type: 'text/csv' }))
    await waitFor(() =>
      expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /^Planilha/ }).value).toBe('nome;preço'),
    )
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Nome/ }).value).toBe('Tabela 2026')
    const utf16 = Buffer.from('\uFEFFnome;preço;à vista', 'utf16le')
    await userEvent.upload(picker, new File([utf16], 'tabela-unicode.txt', { type: 'text/plain' }))
    await waitFor(() =>
      expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /^Planilha/ }).value).toBe('nome;preço;à vista'),
    )
    await userEvent.upload(picker, new File([latin], 'Tabela 2026.csv', { type: 'text/csv' }))
    await waitFor(() =>
      expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /^Planilha/ }).value).toBe('nome;preço'),
    )
    // A table longer than the maximum text is uploaded as a file, and can be removed again.
    await userEvent.upload(picker, new File(['x'.repeat(100_001)], 'grande.csv', { type: 'text/csv' }))
    expect(await within(dialog).findByText('grande.csv')).toBeTruthy()
    expect(within(dialog).queryByRole('textbox', { name: /^Planilha/ })).toBeNull()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Tirar' }))
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /^Planilha/ }).value).toBe('nome;preço')
  })

  it('are changed, and only what was changed is sent; what was written is not lost by a press beside it', async () => {
    const { provider, open } = renderKnowledge()
    provider
      .on(getSource, () => ({ success: true, data: { ...aSource(), text: 'P: A? R: B.' } }))
      .on(updateSource, () => ({ success: true, data: aSource({ title: 'Dúvidas' }) }))
    await open()
    await choose('Ações de Perguntas frequentes', 'Editar')
    const dialog = await screen.findByRole('dialog', { name: 'Editar “Perguntas frequentes”' })
    const title = await within(dialog).findByRole('textbox', { name: /^Nome/ })
    await userEvent.clear(title)
    await userEvent.type(title, 'Dúvidas')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Continuar editando' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(provider.requests(updateSource)[0]?.body).toEqual({ title: 'Dúvidas' })
  })

  it('are read again at a press, and deleted after a question', async () => {
    const { data, provider, open } = renderKnowledge()
    provider
      .on(refreshSource, () => ({ success: true, data: aSource({ state: 'reading' }) }))
      .on(deleteSource, () => {
        data.sources = []
        return { success: true }
      })
    await open()
    await choose('Ações de Perguntas frequentes', 'Ler de novo')
    await waitFor(() => expect(provider.requests(refreshSource)).toHaveLength(1))
    await choose('Ações de Perguntas frequentes', 'Apagar')
    const question = await screen.findByRole('alertdialog', { name: 'Apagar “Perguntas frequentes”?' })
    expect(provider.requests(deleteSource)).toHaveLength(0)
    await userEvent.click(within(question).getByRole('button', { name: 'Apagar' }))
    expect(await screen.findByText(/^Ainda não há conhecimento/)).toBeTruthy()
  })

  it('KNOW-11 show their passages, and that a price is past its last day', async () => {
    const { provider, open } = renderKnowledge()
    const product = { name: 'Studio', price_cents: 39_800_000, photo: null, link: null, attributes: {} }
    const flat = { question: null, text: 'Studio mobiliado' }
    provider.on(listPassages, ({ query }) => ({
      success: true,
      data: query.cursor
        ? { passages: [aPassage({ ...flat, _id: 'p3', product: { ...product, valid_until: '2099-12-31' } })], nextCursor: null }
        : {
            passages: [aPassage(), aPassage({ ...flat, _id: 'p2', product: { ...product, valid_until: '2020-01-31' } })],
            nextCursor: '2',
          },
    }))
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Perguntas frequentes' }))
    const dialog = await screen.findByRole('dialog', { name: 'Perguntas frequentes' })
    const shown = async () => within(await within(dialog).findByRole('list', { name: 'Trechos' })).getAllByRole('listitem')
    expect((await shown())[1]?.textContent).toContain('Preço vencido em 31/01/2020: não é dito')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mostrar mais' }))
    await waitFor(async () => expect((await shown())[2]?.textContent).toContain('válido até 31/12/2099'))
    expect((await shown())[2]?.textContent).not.toContain('vencido')
  })

  it('are read and not written by whoever may not, and by nobody without a network', async () => {
    const { open } = renderKnowledge({ role: 'operator' })
    const { unmount } = await open()
    expect(await rows()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Adicionar' })).toBeNull()
    expect(screen.queryByText('O que perguntaram e ninguém sabia')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Ações de Perguntas frequentes' }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Ver trechos'])
    unmount()

    await renderKnowledge().open()
    const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'Adicionar' })
    expect(add.disabled).toBe(false)
    act(() => onlineManager.setOnline(false))
    expect(add.disabled).toBe(true)
    expect(screen.getByText('Sem internet: dá para ler, mas não para mudar.')).toBeTruthy()
    expect(await rows()).toHaveLength(1)
  })
})
