import { createSource, getSource, listPassages, updatePassage, updateSource } from '@prosa/contract/calls/agents/knowledge'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createErrorResponse } from '../../../testing/fake-provider.ts'
import type { UploadKnowledgeFile } from '../source-form/upload-knowledge-file.ts'
import { aPassage, aSource, renderKnowledge } from '../testing/knowledge-fixture.tsx'

const choose = async (opener: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: opener }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
  return within(await screen.findByRole('dialog'))
}
const PDF = 'application/pdf'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const aFile = (name: string, size = 12) => new File(['x'.repeat(size)], name)

/** Fake upload of files of this type that records its calls. */
const bringing = (mimeType: string) => {
  const brought: { name: string; signal: AbortSignal; onProgress: (share: number) => void; end: () => void }[] = []
  const take: UploadKnowledgeFile = async ({ name }, { signal, onProgress, getRejection: whyNot }) => {
    const refused = whyNot(mimeType)
    if (refused) return refused
    await new Promise<void>((end) => brought.push({ name, signal, onProgress, end }))
    return { id: `id-of-${name}` }
  }
  return { take, brought }
}

describe('a source of a file', () => {
  it('is brought to the server first, with how far that is, and added once', async () => {
    const { take, brought } = bringing(PDF)
    const { provider, open } = renderKnowledge({}, take)
    provider.on(createSource, () => ({ success: true, data: aSource({ kind: 'file', title: 'manual', state: 'reading' }) }))
    await open()
    const dialog = await choose('Adicionar', 'Arquivo')
    const add = dialog.getByRole('button', { name: 'Adicionar' })
    await userEvent.type(dialog.getByRole('textbox', { name: /^Nome/ }), 'x')
    await userEvent.click(add)
    expect(await dialog.findByText('Escolha um arquivo.')).toBeTruthy()
    await userEvent.clear(dialog.getByRole('textbox', { name: /^Nome/ }))
    await userEvent.upload(dialog.getByLabelText('Arquivo', { selector: 'input' }), aFile('manual.pdf', 2_048))
    expect(dialog.getByText('manual.pdf')).toBeTruthy()
    expect(dialog.getByText('2 kB')).toBeTruthy()
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Nome/ }).value).toBe('manual')
    expect(dialog.queryByText('Escolha um arquivo.')).toBeNull()
    await userEvent.click(add)
    await waitFor(() => expect(brought).toHaveLength(1))
    brought[0]?.onProgress(0.4)
    expect(await dialog.findByRole('button', { name: /^Enviando 40/ })).toBeTruthy()
    expect(provider.requests(createSource)).toHaveLength(0)
    brought[0]?.end()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(provider.requests(createSource)[0]?.body).toEqual({
      kind: 'file',
      title: 'manual',
      agent_ids: null,
      file_id: 'id-of-manual.pdf',
    })
  })

  it('says at the file what is wrong with it, before a byte leaves and after', async () => {
    const { take, brought } = bringing('image/png')
    const { provider, open } = renderKnowledge({}, take)
    await open()
    const dialog = await choose('Adicionar', 'Arquivo')
    await userEvent.upload(dialog.getByLabelText('Arquivo', { selector: 'input' }), aFile('foto.pdf'))
    await userEvent.click(dialog.getByRole('button', { name: 'Adicionar' }))
    expect(await dialog.findByText('Envie PDF, DOCX, XLSX, CSV ou TXT.')).toBeTruthy()
    expect(brought).toHaveLength(0)
    expect(provider.requests(createSource)).toHaveLength(0)
  })

  it('says that it is there already, as the server does; closed while it is brought, it ends', async () => {
    const { take, brought } = bringing(PDF)
    const { provider, open } = renderKnowledge({}, take)
    const words = 'Este arquivo já está no conhecimento: “Manual”.'
    provider.on(createSource, () =>
      createErrorResponse(409, 'VALIDATION_ERROR', { message: words, fieldErrors: { file_id: words } }),
    )
    await open()
    const dialog = await choose('Adicionar', 'Arquivo')
    await userEvent.upload(dialog.getByLabelText('Arquivo', { selector: 'input' }), aFile('manual.pdf'))
    await userEvent.click(dialog.getByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(brought).toHaveLength(1))
    brought[0]?.end()
    expect(await dialog.findByText(words)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(brought).toHaveLength(2))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Sair sem salvar' }))
    await waitFor(() => expect(brought[1]?.signal.aborted).toBe(true))
  })

  it('of products goes as a file where it is no text, and takes another later', async () => {
    const { take, brought } = bringing(XLSX)
    const { data, provider, open } = renderKnowledge({}, take)
    data.sources = [aSource({ kind: 'products', title: 'Preços', filename: 'maio.xlsx' })]
    provider
      .on(getSource, () => ({
        success: true,
        data: { ...aSource({ kind: 'products', title: 'Preços', filename: 'maio.xlsx' }), text: null },
      }))
      .on(updateSource, () => ({ success: true, data: aSource({ kind: 'products', title: 'Preços', state: 'reading' }) }))
    await open()
    expect((await screen.findByRole('list', { name: 'Fontes' })).textContent).toContain('maio.xlsx')
    const dialog = await choose('Ações de Preços', 'Editar')
    expect(await dialog.findByText('maio.xlsx')).toBeTruthy()
    expect(dialog.queryByRole('textbox', { name: /^Planilha/ })).toBeNull()
    await userEvent.upload(dialog.getByLabelText('Arquivo da planilha', { selector: 'input' }), aFile('junho.xlsx'))
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(brought).toHaveLength(1))
    brought[0]?.end()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(provider.requests(updateSource)[0]?.body).toEqual({ file_id: 'id-of-junho.xlsx' })
  })
})

describe('a source of a page', () => {
  it('is added by its address, with how often it is read, and shows both', async () => {
    const { data, provider, open } = renderKnowledge()
    const page = aSource({ kind: 'page', title: 'Dúvidas', url: 'https://www.exemplo.com.br/duvidas', refresh: 'weekly' })
    data.sources = [page]
    provider.on(createSource, () => ({ success: true, data: page }))
    await open()
    const list = await screen.findByRole('list', { name: 'Fontes' })
    expect(list.textContent).toContain('www.exemplo.com.br/duvidas · lida toda semana')
    expect(within(list).getByRole('link').getAttribute('href')).toBe('https://www.exemplo.com.br/duvidas')
    const dialog = await choose('Adicionar', 'Página do site')
    await userEvent.type(dialog.getByRole('textbox', { name: /^Nome/ }), 'Dúvidas')
    const url = dialog.getByRole('textbox', { name: /^Endereço da página/ })
    await userEvent.type(url, 'ftp://exemplo.com.br')
    await userEvent.click(dialog.getByRole('button', { name: 'Adicionar' }))
    expect(await dialog.findByText(/^Escreva o endereço de uma página/)).toBeTruthy()
    await userEvent.clear(url)
    await userEvent.type(url, 'www.exemplo.com.br/duvidas')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Ler de novo' }), 'Toda semana')
    await userEvent.click(dialog.getByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(provider.requests(createSource)[0]?.body).toEqual({
      kind: 'page',
      title: 'Dúvidas',
      url: 'www.exemplo.com.br/duvidas',
      refresh: 'weekly',
      agent_ids: null,
    })
  })
})

describe('one passage of a source', () => {
  it('is put right where it stands, says so, and is the source’s again with its words', async () => {
    const { provider, open } = renderKnowledge()
    const held = { passage: aPassage() }
    provider
      .on(listPassages, () => ({ success: true, data: { passages: [held.passage], nextCursor: null } }))
      .on(updatePassage, ({ body }) => {
        const original = { text: 'Sim, na entrada.', question: 'Posso usar o FGTS?' }
        held.passage = aPassage({ ...body, original: body.text === original.text ? null : original })
        return { success: true, data: held.passage }
      })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Perguntas frequentes' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Perguntas frequentes' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Editar “Posso usar o FGTS?”' }))
    const text = dialog.getByRole('textbox', { name: /^Trecho/ })
    expect(document.activeElement).toBe(text)
    await userEvent.clear(text)
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar trecho' }))
    expect(await dialog.findByText('Escreva o trecho.')).toBeTruthy()
    await userEvent.type(text, 'Sim, na entrada e nas parcelas.')
    // Closing the dialog by mistake does not discard the text.
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Continuar editando' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Salvar trecho' }))
    expect(await dialog.findByText('Corrigido à mão')).toBeTruthy()
    expect(dialog.getByText('Sim, na entrada e nas parcelas.')).toBeTruthy()
    expect(provider.requests(updatePassage)[0]?.body).toEqual({
      text: 'Sim, na entrada e nas parcelas.',
      question: 'Posso usar o FGTS?',
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Editar “Posso usar o FGTS?”' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Usar o texto da fonte' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar trecho' }))
    await waitFor(() => expect(dialog.queryByText('Corrigido à mão')).toBeNull())
  })

  it('is put right by nobody who may only read', async () => {
    const { provider, open } = renderKnowledge({ role: 'operator' })
    provider.on(listPassages, () => ({ success: true, data: { passages: [aPassage()], nextCursor: null } }))
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Perguntas frequentes' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Perguntas frequentes' }))
    expect(await dialog.findByText('Sim, na entrada.')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: /^Editar/ })).toBeNull()
  })
})
