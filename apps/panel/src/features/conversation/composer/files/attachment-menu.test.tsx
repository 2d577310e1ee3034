import { File as NodeFile } from 'node:buffer'
import { webcrypto } from 'node:crypto'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { createFile, deleteFile, getFile, putFilePart } from '@prosa/contract/calls/conversations/files'
import type { StoredFile } from '@prosa/contract/entities/files/file'
import { FILE_PART_LIMITS_BYTES } from '@prosa/contract/entities/files/file'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../../testing/session.ts'
import type { UnsentMessage } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import { sendFiles } from './send-files.ts'

let desk: ReturnType<typeof createConversationFixture>

beforeEach(() => {
  // jsdom has no crypto.subtle.
  vi.stubGlobal('crypto', webcrypto)
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['media'] })
})

/** A File of Node, because the contents of jsdom's cannot be read. */
const file = (name: string, text: string) => new NodeFile([text], name) as unknown as File
const pdf = (name: string) => file(name, `%PDF-1.7 ${name}`)
const stored = (change: Partial<StoredFile> = {}): StoredFile => ({
  id: 'f1',
  sha256: '0'.repeat(64),
  size: 10,
  mime_type: 'application/pdf',
  kind: 'document',
  filename: 'a.pdf',
  state: 'stored',
  missing: [],
  ...change,
})
const attach = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Anexar' })
const choose = async (...files: File[]) => {
  await attach()
  fireEvent.change(screen.getByLabelText('Arquivos'), { target: { files } })
}
const known = () => desk.provider.on(createFile, () => ({ success: true, data: stored() }))

describe('attaching files', () => {
  it('is not there where the provider does not have it, and its room neither', async () => {
    setSignedInUser({ name: 'Ana Souza' })
    await desk.open()
    await desk.findComposerBox()
    expect(screen.queryByRole('button', { name: 'Anexar' })).toBeNull()
  })

  it('a paste of text that carries a picture is text; a picture alone is a file', async () => {
    await desk.open()
    await attach()
    const data = (text: string) => ({ files: [file('image.png', 'png')], getData: () => text })
    expect(fireEvent.paste(await desk.findComposerBox(), { clipboardData: data('Casa\tR$ 500.000,00') })).toBe(true)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(fireEvent.paste(await desk.findComposerBox(), { clipboardData: data('') })).toBe(false)
    expect(await screen.findByRole('dialog', { name: 'Enviar arquivos' })).toBeDefined()
  })

  it('MEDIA-12 shows what will go, each with its caption, and sends them in their order: that of the first stands on the first', async () => {
    known()
    const sent: unknown[] = []
    desk.provider.on(sendMessage, ({ body, headers }) => {
      sent.push({ ...body, key: headers.get('idempotency-key') })
      return { success: true }
    })
    await desk.open()
    await choose(pdf('Proposta.pdf'), pdf('Contrato.pdf'))
    const tray = await screen.findByRole('dialog', { name: 'Enviar arquivos' })
    await userEvent.type(within(tray).getByRole('textbox', { name: 'Legenda de Proposta.pdf' }), 'Segue')
    await userEvent.click(await within(tray).findByRole('button', { name: 'Enviar 2 arquivos' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    const ids = useOutbox.getState().entries.map(({ tempId }) => tempId)
    expect(sent).toEqual([
      { content: 'Segue', file_id: 'f1', as: 'document', key: ids[0] },
      { content: '', file_id: 'f1', as: 'document', key: ids[1] },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByText('Contrato.pdf')).toBeDefined()
  })

  it('MEDIA-19 where there is a camera to hold up, a picture is taken with it', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }))
    await desk.open()
    await userEvent.click(await attach())
    const input = screen.getByLabelText<HTMLInputElement>('Arquivos')
    const opened = vi.spyOn(input, 'click').mockImplementation(() => undefined)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Câmera' }))
    expect([opened.mock.calls.length, input.accept, input.hasAttribute('capture')]).toEqual([1, 'image/*', true])
    await userEvent.click(await attach())
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Documento' }))
    expect(input.hasAttribute('capture')).toBe(false)
  })

  it('MEDIA-04 refuses by content before a byte leaves, and lets the others go', async () => {
    await desk.open()
    await choose(file('jogo.exe', 'MZ\u0090\u0000\u0003'), pdf('Proposta.pdf'))
    const tray = await screen.findByRole('dialog', { name: 'Enviar arquivos' })
    expect((await within(tray).findByRole('alert')).textContent).toBe(
      'O WhatsApp não leva arquivos .exe. Envie PDF, Office, foto, vídeo MP4 ou áudio.',
    )
    expect(await within(tray).findByRole('button', { name: 'Enviar 1 arquivo' })).toBeDefined()
    await userEvent.click(within(tray).getByRole('button', { name: 'Remover jogo.exe' }))
    expect(within(tray).queryByRole('alert')).toBeNull()
    expect(desk.provider.requests(createFile)).toEqual([])
  })

  it('MEDIA-07 refuses a sound of two channels before a byte leaves, in the server’s words, and takes one of one', async () => {
    known()
    const opus = (channels: number) =>
      file(
        'som.ogg',
        `OggS${'\u0000'.repeat(22)}\u0001\u0013OpusHead\u0001${String.fromCharCode(channels)}${'\u0000'.repeat(40)}`,
      )
    await desk.open()
    await choose(opus(2))
    const tray = await screen.findByRole('dialog', { name: 'Enviar arquivos' })
    expect((await within(tray).findByRole('alert')).textContent).toBe('O WhatsApp só leva áudio OGG de um canal (mono).')
    await userEvent.click(within(tray).getByRole('button', { name: 'Remover som.ogg' }))
    await choose(opus(1))
    expect(await screen.findByRole('button', { name: 'Enviar 1 arquivo' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(desk.provider.requests(putFilePart)).toEqual([])
  })

  it('takes what is pasted, and leaves a pasted text to the text', async () => {
    await desk.open()
    await attach()
    const box = await desk.findComposerBox()
    fireEvent.paste(box, { clipboardData: { files: [], types: ['text/plain'], getData: () => 'Oi' } })
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.paste(box, { clipboardData: { files: [pdf('Colado.pdf')], types: ['Files'], getData: () => '' } })
    expect(await screen.findByText('Colado.pdf')).toBeDefined()
  })
})

describe('uploading', () => {
  it('a text written at once after files goes after them, however long the browser takes to keep them', () => {
    const begun: string[] = []
    const entry = (tempId: string) => ({ tempId }) as UnsentMessage
    const files = ['a', 'b'].map((name) => ({ blob: new Blob([name]), name, mediaType: 'document' as const }))
    void sendFiles(
      {
        enqueue: (_caption, _template, { name }) => entry(name),
        attempt: async ({ tempId }) => begun.push(tempId),
      },
      files,
    )
    begun.push('the text')
    expect(begun).toEqual(['a', 'b', 'the text'])
  })

  it('a part whose answer is lost is sent again, and a text written after it waits for its turn', async () => {
    let tries = 0
    const order: string[] = []
    desk.provider
      .on(createFile, () => ({ success: true, data: stored({ state: 'receiving', missing: [1] }) }))
      .on(putFilePart, () => {
        tries++
        if (tries === 1) return createErrorResponse(503, 'SERVICE_UNAVAILABLE')
        return { success: true, data: stored() }
      })
      .on(sendMessage, ({ body }) => {
        order.push(body.file_id ? 'file' : body.content)
        return { success: true }
      })
    await desk.open()
    await choose(pdf('a.pdf'))
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar 1 arquivo' }))
    await userEvent.type(await desk.findComposerBox(), 'Gostou?{Enter}')
    await waitFor(() => expect(order).toEqual(['file', 'Gostou?']))
    expect(tries).toBe(2)
    expect(FILE_PART_LIMITS_BYTES.max).toBe(4 * 1024 * 1024)
  })

  it('MEDIA-26 a file that the server still looks at is asked about until it is here, and goes then @wide', async () => {
    let looks = 0
    desk.provider
      .on(createFile, () => ({ success: true, data: stored({ state: 'receiving', missing: [1] }) }))
      .on(putFilePart, () => ({ success: true, data: stored({ state: 'checking' }) }))
      .on(getFile, () => ({ success: true, data: stored({ state: ++looks > 1 ? 'stored' : 'checking' }) }))
    const sent: unknown[] = []
    desk.provider.on(sendMessage, ({ body }) => {
      sent.push(body)
      return { success: true }
    })
    await desk.open()
    await choose(pdf('Proposta.pdf'))
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar 1 arquivo' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(looks).toBe(2)
  })

  it('what the server refuses stands on its bubble in its words, and can be tried again or discarded', async () => {
    desk.provider
      .on(createFile, () => ({ success: true, data: stored({ state: 'receiving', missing: [1] }) }))
      .on(putFilePart, () => ({ success: true, data: stored({ state: 'refused', reason: 'O antivírus recusou este arquivo.' }) }))
    await desk.open()
    await choose(pdf('a.pdf'))
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar 1 arquivo' }))
    expect(await screen.findByText('O antivírus recusou este arquivo.')).toBeDefined()
    known().on(sendMessage, () => ({ success: true }))
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    await waitFor(() => expect(desk.provider.requests(sendMessage)).toHaveLength(1))
  })

  it('is called off by the person: its bubble goes, nothing is sent, and nothing complains', async () => {
    let gaveUp = 0
    desk.provider
      .on(createFile, () => ({ success: true, data: stored({ id: 'called-off', state: 'receiving', missing: [1] }) }))
      .on(putFilePart, () => new Promise((resolve) => setTimeout(() => resolve({ success: true, data: stored() }), 300)))
      .on(deleteFile, () => {
        gaveUp++
        return { success: true }
      })
    await desk.open()
    await choose(pdf('a.pdf'))
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar 1 arquivo' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(gaveUp).toBe(1))
    expect(useOutbox.getState().entries).toEqual([])
    expect(desk.provider.requests(sendMessage)).toEqual([])
    expect(desk.getToasts().map(({ message }) => message)).not.toContain('Falha ao enviar mensagem')
  })
})
