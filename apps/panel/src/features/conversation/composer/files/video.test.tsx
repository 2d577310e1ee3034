import { File as NodeFile } from 'node:buffer'
import { webcrypto } from 'node:crypto'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { createFile } from '@prosa/contract/calls/conversations/files'
import type { StoredFile } from '@prosa/contract/entities/files/file'
import type { VideoWorkerResponse } from '@prosa/files/video/video-worker-client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { setSignedInUser } from '../../../../testing/session.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import {
  COPYABLE_VIDEO_RESPONSE,
  createConvertedVideo,
  createVideoFile,
  stubBrokenVideoWorker,
  stubVideoWorker,
} from '../../testing/fake-video-worker.ts'

let desk: ReturnType<typeof createConversationFixture>
let films: ReturnType<typeof stubVideoWorker>
const choose = async (file: File) => {
  await screen.findByRole('button', { name: 'Anexar' })
  fireEvent.change(screen.getByLabelText('Arquivos'), { target: { files: [file] } })
  return screen.findByRole('dialog', { name: 'Enviar arquivos' })
}
const send = async (tray: HTMLElement) => userEvent.click(await within(tray).findByRole('button', { name: 'Enviar 1 arquivo' }))

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto)
  films = stubVideoWorker(({ shouldConvert: isToConvert }) => (isToConvert ? undefined : COPYABLE_VIDEO_RESPONSE))
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['media'] })
  const stored: StoredFile = {
    id: 'f1',
    sha256: '0'.repeat(64),
    size: 10,
    mime_type: 'video/mp4',
    kind: 'video',
    filename: 'praia.mp4',
    state: 'stored',
    missing: [],
  }
  desk.provider.on(createFile, () => ({ success: true, data: stored })).on(sendMessage, () => ({ success: true }))
})

describe('a film', () => {
  it('MEDIA-06 says in the tray that it becomes MP4, and in its bubble how far that is; what leaves is what came of it', async () => {
    let tell: ((answer: VideoWorkerResponse) => void) | undefined
    films.responder = ({ shouldConvert: isToConvert }, later) => {
      if (!isToConvert) return COPYABLE_VIDEO_RESPONSE
      tell = later
      return undefined
    }
    await desk.open()
    const tray = await choose(createVideoFile('praia.mov'))
    expect(await within(tray).findByText(/ · vai como MP4 de até 16 MB$/)).toBeDefined()
    await send(tray)
    await userEvent.type(await desk.findComposerBox(), 'Gostou?{Enter}')
    await waitFor(() => expect(tell).toBeDefined())
    tell?.({ share: 0.4 })
    const bar = await screen.findByRole('progressbar', { name: 'Preparando vídeo' })
    await waitFor(() => expect(bar.textContent).toBe('Preparando vídeo… 40 %'))
    expect(bar.getAttribute('aria-valuenow')).toBe('40')
    // The message written after it waits.
    expect(desk.provider.requests(sendMessage)).toEqual([])
    tell?.({ converted: { video: createConvertedVideo('an MP4') } })
    await waitFor(() => expect(desk.provider.requests(sendMessage)).toHaveLength(2))
    expect(desk.provider.requests(createFile).map(({ body }) => body)).toMatchObject([
      { size: 6, mime_type: 'video/mp4', filename: 'praia.mp4' },
    ])
    expect(desk.provider.requests(sendMessage).map(({ body }) => body.content)).toEqual(['', 'Gostou?'])
  })

  it('MEDIA-06 that cannot be sent is refused in the tray, before anything is', async () => {
    films.responder = () => ({ looked: { isVideo: true, plan: { refused: 'Este vídeo não cabe em 16 MB nem reduzido.' } } })
    await desk.open()
    const tray = await choose(createVideoFile('aula.mov'))
    expect((await within(tray).findByRole('alert')).textContent).toBe('Este vídeo não cabe em 16 MB nem reduzido.')
    expect(within(tray).getByRole<HTMLButtonElement>('button', { name: 'Enviar 0 arquivos' }).disabled).toBe(true)
  })

  it('MEDIA-06 whose conversion fails keeps its bubble and its bytes, says why, holds up no text, and goes at the next try', async () => {
    films.responder = ({ shouldConvert: isToConvert }) => (isToConvert ? { failure: 'Encoder crashed' } : COPYABLE_VIDEO_RESPONSE)
    await desk.open()
    await send(await choose(createVideoFile('praia.mov')))
    await userEvent.type(await desk.findComposerBox(), 'Gostou?{Enter}')
    expect(
      await screen.findByText('Este vídeo não pôde ser convertido. Tente de novo, ou envie um MP4 de até 16 MB.'),
    ).toBeDefined()
    await waitFor(() => expect(desk.provider.requests(sendMessage)).toHaveLength(1))
    let given = ''
    films.responder = ({ source }) => {
      void source.text().then((text) => {
        given = text
      })
      return { converted: { video: createConvertedVideo('an MP4') } }
    }
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    await waitFor(() => expect(desk.provider.requests(sendMessage)).toHaveLength(2))
    expect(given).toContain('a film')
  })

  it('MEDIA-06 that is called off amid its conversion ends the worker, and nothing is sent', async () => {
    await desk.open()
    await send(await choose(createVideoFile('praia.mov')))
    await screen.findByText('Preparando vídeo… 0 %')
    await waitFor(() => expect(films.terminatedCount).toBe(1))
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(films.terminatedCount).toBe(2))
    expect(useOutbox.getState().entries).toEqual([])
    expect(desk.provider.requests(createFile)).toEqual([])
  })

  it('MEDIA-06 goes as it is, or is refused as ever, where the converter does not come', async () => {
    stubBrokenVideoWorker()
    await desk.open()
    const tray = await choose(createVideoFile('praia.mov'))
    expect((await within(tray).findByRole('alert')).textContent).toContain('O WhatsApp não leva arquivos .mov.')
    await userEvent.click(within(tray).getByRole('button', { name: 'Remover praia.mov' }))
    const plain = new NodeFile(['\0\0\0\x14ftypisom\0\0\0\0isom a film'], 'praia.mp4') as unknown as File
    await send(await choose(plain))
    await waitFor(() => expect(desk.provider.requests(createFile)).toHaveLength(1))
  })
})
