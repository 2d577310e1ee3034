import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { listTemplates, sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import type { MessageTemplate } from '@prosa/contract/entities/whatsapp/channel'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../../testing/session.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import { buildMessage } from '../../testing/factories.ts'
import { openTemplateForm } from '../../testing/open-template-form.ts'

const TEMPLATE: MessageTemplate = {
  name: 'visita',
  language: 'pt_BR',
  category: 'UTILITY',
  header: null,
  header_location: true,
  body: { text: 'Esperamos você aqui.', places: [] },
  footer: null,
  buttons: [],
  unsupported: null,
}
const AURORA = { latitude: -23.561414, longitude: -46.655881, name: 'Aurora Imóveis', address: 'Av. Paulista, 1000' }

let desk: ReturnType<typeof createConversationFixture>
beforeEach(() => {
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['templates', 'media'] })
})

it('TPL-01 a template with a place takes it in the dialog, says all that is missing at once, and sends it under one key @wide', async () => {
  let refuse = true
  desk.provider
    .on(listTemplates, () => ({ success: true, data: { templates: [TEMPLATE] } }))
    .on(sendTemplate, () =>
      refuse
        ? createErrorResponse(400, 'VALIDATION_ERROR', { message: 'A Meta pausou este modelo.' })
        : { success: true, data: { message: buildMessage({ role: 'AI', manual: true }) } },
    )
  const dialog = await openTemplateForm(desk, /Visita/)
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Enviar modelo' }))
  await send()
  const point = dialog.getByRole('textbox', { name: /^Link do mapa ou coordenadas/ })
  expect(document.activeElement).toBe(point)
  for (const missing of [
    'Cole um link do Google Maps, do OpenStreetMap ou da Apple, ou digite latitude e longitude.',
    'Digite o nome do lugar.',
    'Digite o endereço do lugar.',
  ])
    expect(dialog.getByText(missing)).toBeDefined()
  expect(desk.provider.requests(sendTemplate)).toEqual([])

  await userEvent.type(point, '-23.561414, -46.655881')
  await userEvent.type(dialog.getByRole('textbox', { name: /^Nome do lugar/ }), 'Aurora Imóveis ')
  expect(dialog.queryByText('Digite o nome do lugar.')).toBeNull()
  await userEvent.type(dialog.getByRole('textbox', { name: /^Endereço/ }), 'Av. Paulista, 1000')
  const preview = within(dialog.getByRole('region', { name: 'Prévia da mensagem' }))
  expect(preview.getByText('Aurora Imóveis')).toBeDefined()
  expect(preview.getByText('Av. Paulista, 1000')).toBeDefined()
  await send()
  expect(await dialog.findByText('A Meta pausou este modelo.')).toBeDefined()
  // While unsent, the bubble shows the location and can be retried.
  expect(useOutbox.getState().entries).toMatchObject([
    { status: 'error', content: 'Esperamos você aqui.', type: 'location', file: { card: { location: AURORA } } },
  ])
  refuse = false
  await send()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, second] = desk.provider.requests(sendTemplate)
  expect(second?.body).toEqual({ name: 'visita', language: 'pt_BR', header: [], body: [], header_location: AURORA })
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  expect(desk.provider.requests(sendMessage)).toEqual([])
})
