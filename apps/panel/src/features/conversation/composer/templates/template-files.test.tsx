import { webcrypto } from 'node:crypto'
import { createFile } from '@prosa/contract/calls/conversations/files'
import { listTemplates, sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import type { MessageTemplate } from '@prosa/contract/entities/whatsapp/channel'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../../testing/session.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import { buildMessage } from '../../testing/factories.ts'
import {
  COPYABLE_VIDEO_RESPONSE,
  createConvertedVideo,
  createVideoFile,
  stubVideoWorker,
} from '../../testing/fake-video-worker.ts'
import { openTemplateForm } from '../../testing/open-template-form.ts'

const TEMPLATE: MessageTemplate = {
  name: 'proposta',
  language: 'pt_BR',
  category: 'UTILITY',
  header: null,
  header_file: 'document',
  body: { text: 'Segue a proposta.', places: [] },
  footer: null,
  buttons: [
    { type: 'QUICK_REPLY', text: 'Gostei' },
    { type: 'URL', text: 'Abrir', url: 'https://aurora.example/{{1}}', asks: 'suffix' },
  ],
  unsupported: null,
}

let desk: ReturnType<typeof createConversationFixture>
beforeEach(() => {
  // jsdom has no crypto.subtle.
  vi.stubGlobal('crypto', webcrypto)
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['templates', 'media'] })
})

it('TPL-01 a template with a file takes it in the dialog, brings it first, and fills the end of an address', async () => {
  let refuse = true
  desk.provider
    .on(listTemplates, () => ({ success: true, data: { templates: [TEMPLATE] } }))
    .on(createFile, ({ body }) => ({
      success: true,
      data: { id: 'f1', ...body, kind: 'document' as const, state: 'stored' as const, reason: null, missing: [] },
    }))
    .on(sendTemplate, () =>
      refuse
        ? createErrorResponse(400, 'VALIDATION_ERROR', { message: 'A Meta pausou este modelo.' })
        : { success: true, data: { message: buildMessage({ role: 'AI', manual: true }) } },
    )
  const dialog = await openTemplateForm(desk, /Proposta/)
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Enviar modelo' }))
  await send()
  expect(await dialog.findByText('Escolha o arquivo do cabeçalho.')).toBeTruthy()
  expect(dialog.getByText('Preencha todos os campos do modelo.')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Escolher documento')
  expect(desk.provider.requests(sendTemplate)).toEqual([])

  await userEvent.upload(dialog.getByLabelText('Escolher documento'), new File(['a,b'], 'precos.csv', { type: 'text/csv' }))
  expect(await dialog.findByText('precos.csv')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: /Fim do endereço de “Abrir”/ }), 'visita/42')
  expect(dialog.getByText('https://aurora.example/visita/42')).toBeTruthy()
  await send()
  expect(await dialog.findByText('A Meta pausou este modelo.')).toBeTruthy()
  expect(useOutbox.getState().entries).toMatchObject([
    { status: 'error', content: 'Segue a proposta.', type: 'document', file: { name: 'precos.csv', size: 3 } },
  ])
  refuse = false
  await send()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, second] = desk.provider.requests(sendTemplate)
  expect(second?.body).toEqual({
    name: 'proposta',
    language: 'pt_BR',
    header: [],
    body: [],
    header_file_id: 'f1',
    buttons: [{ index: 1, value: 'visita/42' }],
  })
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
})

it('TPL-01 MEDIA-06 a film for a header becomes MP4 on its way, as any other', async () => {
  const films = stubVideoWorker(({ shouldConvert: isToConvert }) =>
    isToConvert ? { converted: { video: createConvertedVideo('an MP4') } } : COPYABLE_VIDEO_RESPONSE,
  )
  desk.provider
    .on(listTemplates, () => ({
      success: true,
      data: { templates: [{ ...TEMPLATE, header_file: 'video' as const, buttons: [] }] },
    }))
    .on(createFile, ({ body }) => ({
      success: true,
      data: { id: 'f2', ...body, kind: 'video' as const, state: 'stored' as const, reason: null, missing: [] },
    }))
    .on(sendTemplate, () => ({ success: true, data: { message: buildMessage({ role: 'AI', manual: true }) } }))
  const dialog = await openTemplateForm(desk, /Proposta/)
  fireEvent.change(dialog.getByLabelText('Escolher vídeo'), { target: { files: [createVideoFile('casa.mov')] } })
  expect(await dialog.findByText(/ · vai como MP4 de até 16 MB$/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar modelo' }))
  await waitFor(() => expect(desk.provider.requests(sendTemplate)).toHaveLength(1))
  expect(desk.provider.requests(sendTemplate)[0]?.body).toMatchObject({ header_file_id: 'f2' })
  expect(desk.provider.requests(createFile)[0]?.body).toMatchObject({ size: 6, filename: 'casa.mp4' })
  expect(films.terminatedCount).toBe(2)
})
