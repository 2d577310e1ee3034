import { listTemplates, sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import type { MessageTemplate } from '@prosa/contract/entities/whatsapp/channel'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startRealtime, stopRealtime } from '../../../../shared/realtime/socket.ts'
import { acceptConnection, fakeNetwork, getFakeSocket, resetFakeNetwork } from '../../../../shared/realtime/testing/fake-io.ts'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../../testing/session.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import { buildMessage } from '../../testing/factories.ts'
import { chooseTemplate, openLockedConversation, openTemplateDialog } from '../../testing/open-template-form.ts'

vi.mock('socket.io-client', () => import('../../../../shared/realtime/testing/fake-io.ts'))

const aTemplate = (change: Partial<MessageTemplate> = {}): MessageTemplate => ({
  name: 'retomar_conversa',
  language: 'pt_BR',
  category: 'UTILITY',
  header: null,
  body: { text: 'Oi {{1}}, podemos falar sobre {{assunto}}?', places: ['1', 'assunto'] },
  footer: 'Aurora Imóveis',
  buttons: [{ type: 'QUICK_REPLY', text: 'Sim' }],
  unsupported: null,
  ...change,
})
const CATALOGUE = [
  aTemplate(),
  aTemplate({ name: 'boas_vindas', body: { text: 'Olá!', places: [] } }),
  aTemplate({ name: 'com_foto', body: { text: 'Veja', places: [] }, unsupported: 'Leva um arquivo.' }),
]

let desk: ReturnType<typeof createConversationFixture>
const offer = (templates = CATALOGUE) => desk.provider.on(listTemplates, () => ({ success: true, data: { templates } }))

afterEach(stopRealtime)
beforeEach(() => {
  resetFakeNetwork()
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['templates'] })
})

describe('a closed window', () => {
  it('MSG-12 is reopened by a template, filled under a live preview, sent once per key', async () => {
    offer()
    let refuse = true
    desk.provider.on(sendTemplate, ({ headers, body }) =>
      refuse
        ? createErrorResponse(400, 'VALIDATION_ERROR', { message: 'A Meta pausou este modelo.' })
        : {
            success: true,
            data: {
              message: buildMessage({
                role: 'AI',
                manual: true,
                content: body.name,
                client_message_id: headers.get('idempotency-key'),
              }),
            },
          },
    )
    await openLockedConversation(desk)
    const dialog = await openTemplateDialog()
    await chooseTemplate(dialog, /Retomar conversa/)
    const preview = within(dialog).getByRole('region', { name: 'Prévia da mensagem' })
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Campo 1/ }), 'Ana')
    expect(preview.textContent).toContain('Oi Ana, podemos falar sobre Assunto?')

    await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar modelo' }))
    const missing = within(dialog).getByRole('textbox', { name: /Assunto/ })
    expect(missing.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(missing)
    expect(desk.provider.requests(sendTemplate)).toHaveLength(0)

    await userEvent.type(missing, 'a visita')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar modelo' }))
    expect((await within(dialog).findByText('A Meta pausou este modelo.')).role).toBe('alert')
    expect((missing as HTMLInputElement).value).toBe('a visita')
    expect(useOutbox.getState().entries).toMatchObject([
      { status: 'error', content: 'Oi Ana, podemos falar sobre a visita?\n\nAurora Imóveis' },
    ])

    refuse = false
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar modelo' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [first, second] = desk.provider.requests(sendTemplate)
    expect(second?.body).toEqual({ name: 'retomar_conversa', language: 'pt_BR', header: [], body: ['Ana', 'a visita'] })
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
    expect(screen.getByText(/podemos falar sobre a visita/)).toBeDefined()
    expect(screen.getByText('Processando...')).toBeDefined()
  })

  it('is told once what is missing, and shows each open place by its label', async () => {
    offer()
    await openLockedConversation(desk)
    const dialog = await openTemplateDialog()
    const list = await within(dialog).findByRole('list', { name: 'Modelos' })
    expect(list.textContent).toContain('Oi Campo 1, podemos falar sobre Assunto?')
    await chooseTemplate(dialog, /Retomar conversa/)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar modelo' }))
    const fields = within(dialog).getAllByRole('textbox')
    expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true'])
    expect(within(dialog).getAllByText('Preencha todos os campos do modelo.')).toHaveLength(1)
    await userEvent.type(fields[0] as HTMLElement, 'Ana')
    expect(within(dialog).getAllByText('Preencha todos os campos do modelo.')).toHaveLength(1)
    expect(dialog.textContent).not.toContain('{{')
  })

  it('keeps the keyboard: in the first field of what is chosen, and back on its line', async () => {
    offer()
    await openLockedConversation(desk)
    const dialog = await openTemplateDialog()
    await chooseTemplate(dialog, /Retomar conversa/)
    expect(document.activeElement).toBe(within(dialog).getByRole('textbox', { name: /Campo 1/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Outro modelo' }))
    expect(document.activeElement?.textContent).toContain('Retomar conversa')
    await chooseTemplate(dialog, /Boas vindas/)
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Enviar modelo' }))
  })

  it('other words than those that were refused are another message', async () => {
    offer()
    desk.provider.on(sendTemplate, () => createErrorResponse(500, 'SERVER_ERROR'))
    await openLockedConversation(desk)
    const dialog = await openTemplateDialog()
    await chooseTemplate(dialog, /Retomar conversa/)
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Campo 1/ }), 'Ana')
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Assunto/ }), 'a visita')
    const submit = within(dialog).getByRole('button', { name: 'Enviar modelo' })
    await userEvent.click(submit)
    await waitFor(() => expect(useOutbox.getState().entries[0]?.status).toBe('error'))
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Assunto/ }), ' de hoje')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar modelo' }))
    await waitFor(() => expect(desk.provider.requests(sendTemplate)).toHaveLength(2))
    const keys = desk.provider.requests(sendTemplate).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
    await waitFor(() => expect(useOutbox.getState().entries).toMatchObject([{ status: 'error' }]))
  })

  it('MSG-11 a failed template is sent again as a template from its bubble', async () => {
    offer()
    desk.provider.on(sendTemplate, () => createErrorResponse(500, 'SERVER_ERROR'))
    await openLockedConversation(desk)
    const dialog = await openTemplateDialog()
    await chooseTemplate(dialog, /Boas vindas/)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar modelo' }))
    await within(dialog).findByText(/Erro interno|SERVER_ERROR/)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Fechar' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }))
    await waitFor(() => expect(desk.provider.requests(sendTemplate)).toHaveLength(2))
    await screen.findByRole('button', { name: 'Tentar novamente' })
  })

  it('finds a template by its words; one that cannot be sent says why', async () => {
    offer()
    await openLockedConversation(desk)
    const dialog = await openTemplateDialog()
    const list = await within(dialog).findByRole('list', { name: 'Modelos' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
    expect(within(list).getByText('Leva um arquivo.').closest('button')).toBeNull()
    await userEvent.type(within(dialog).getByRole('searchbox', { name: 'Pesquisar modelo' }), 'ola')
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
    await userEvent.type(within(dialog).getByRole('searchbox', { name: 'Pesquisar modelo' }), 'xyz')
    expect(within(dialog).getByText('Nenhum modelo com esse texto.')).toBeDefined()
  })

  it('says that there is none, and what failed, which can be tried again', async () => {
    let works = false
    desk.provider.on(listTemplates, () =>
      works
        ? { success: true, data: { templates: [] } }
        : createErrorResponse(400, 'VALIDATION_ERROR', { message: 'O token expirou.' }),
    )
    await openLockedConversation(desk)
    const dialog = await openTemplateDialog()
    expect((await within(dialog).findByRole('alert')).textContent).toBe('O token expirou.')
    works = true
    await userEvent.click(within(dialog).getByRole('button', { name: 'Tentar novamente' }))
    expect(await within(dialog).findByText(/Nenhum modelo aprovado/)).toBeDefined()
  })

  it('has no such way out on the web chat, nor where the provider knows no templates', async () => {
    await openLockedConversation(desk, 'webchat')
    expect(await screen.findByText(/mais de 24 horas/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Reabrir com modelo' })).toBeNull()
    expect(desk.provider.requests(listTemplates)).toHaveLength(0)
  })

  it.each([404, 501])('hides where the provider answers %i', async (status) => {
    desk.provider.on(listTemplates, () => createErrorResponse(status, 'NOT_IMPLEMENTED'))
    await openLockedConversation(desk)
    await waitFor(() => expect(desk.provider.requests(listTemplates).length).toBeGreaterThan(0))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reabrir com modelo' })).toBeNull())
  })

  it('MSG-12 is nowhere with a provider that does not offer templates, and is asked nothing of them', async () => {
    setSignedInUser({ name: 'Ana Souza' })
    offer()
    await openLockedConversation(desk)
    expect(await screen.findByText(/mais de 24 horas/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Reabrir com modelo' })).toBeNull()
    expect(desk.provider.requests(listTemplates)).toHaveLength(0)
  })

  it('TPL-06 shows one that Meta has paused meanwhile with its reason, and lets nobody choose it @wide', async () => {
    let unsupported: string | null = null
    desk.provider.on(listTemplates, () => ({ success: true, data: { templates: [aTemplate({ unsupported })] } }))
    startRealtime({ userId: 'user-1', tenantId: 'tenant-1' })
    await waitFor(() => expect(fakeNetwork.socket).not.toBeNull())
    act(acceptConnection)
    await openLockedConversation(desk)
    const dialog = await openTemplateDialog()
    await within(dialog).findByRole('button', { name: /Retomar conversa/ })
    unsupported = 'A Meta pausou este modelo: muitas pessoas bloquearam ou denunciaram.'
    act(() => getFakeSocket().simulateEvent('channel_updated', { channel: 'whatsapp', accountId: 'n1', status: 'ok' }))
    expect(await within(dialog).findByText(unsupported)).toBeDefined()
    expect(within(dialog).queryByRole('button', { name: /Retomar conversa/ })).toBeNull()
  })
})
