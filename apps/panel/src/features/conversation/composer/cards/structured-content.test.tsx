import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../../testing/session.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import { buildMessage } from '../../testing/factories.ts'

let desk: ReturnType<typeof createConversationFixture>

beforeEach(() => {
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['media'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'geolocation')
})

const open = async (what: string) => {
  await desk.open()
  await userEvent.click(await screen.findByRole('button', { name: 'Anexar' }))
  const menu = await screen.findByRole('menu', { name: 'Anexar' })
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Foto ou vídeo', 'Documento', 'Localização', 'Contato', 'Botões', 'Lista'])
  await userEvent.click(within(menu).getByRole('menuitem', { name: what }))
  return within(await screen.findByRole('dialog', { name: `Enviar ${what.toLowerCase()}` }))
}
const takes = () => {
  const sent: unknown[] = []
  desk.provider.on(sendMessage, ({ body, headers }) => {
    sent.push({ ...body, key: headers.get('idempotency-key') })
    return { success: true }
  })
  return sent
}
/** Sets the result of the browser's geolocation. */
const here = (answer: { latitude: number; longitude: number } | { code: number }) => {
  vi.stubGlobal('isSecureContext', true)
  const getCurrentPosition = (found: (at: object) => void, lost: (error: object) => void) =>
    'code' in answer ? lost({ ...answer, PERMISSION_DENIED: 1 }) : found({ coords: answer })
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
}
type Dialog = Awaited<ReturnType<typeof open>>
const place = (dialog: Dialog) => dialog.getByRole<HTMLInputElement>('textbox', { name: /Link do mapa/ })

describe('sending a place', () => {
  it('MEDIA-19 a pasted link is a place, which stands in the thread at once and goes under its key', async () => {
    const sent = takes()
    const dialog = await open('Localização')
    await userEvent.type(place(dialog), 'https://www.google.com/maps?q=-23.561414,-46.655881')
    expect(dialog.getByRole('link', { name: 'Conferir no mapa' }).getAttribute('href')).toContain(
      'mlat=-23.561414&mlon=-46.655881',
    )
    await userEvent.type(dialog.getByRole('textbox', { name: /Nome do lugar/ }), ' MASP ')
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar localização' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    const location = { latitude: -23.561414, longitude: -46.655881, name: 'MASP' }
    expect(sent).toEqual([{ content: '', location, key: useOutbox.getState().entries[0]?.tempId }])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect((await screen.findByRole('link', { name: 'MASP' })).getAttribute('href')).toContain('openstreetmap.org')
  })

  it('MEDIA-19 says what is missing where there is no point, and of a short link what to do', async () => {
    const sent = takes()
    const dialog = await open('Localização')
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar localização' }))
    expect(await dialog.findByText(/^Cole um link do Google Maps/)).toBeDefined()
    expect(document.activeElement).toBe(place(dialog))
    await userEvent.type(place(dialog), 'https://maps.app.goo.gl/abc{Enter}')
    expect(await dialog.findByText(/^Este link curto não diz onde fica/)).toBeDefined()
    expect(sent).toEqual([])
  })

  it('MEDIA-19 ‘Usar onde estou’ writes where the device is; refused, it says so and what is typed stands', async () => {
    const dialog = await open('Localização')
    here({ code: 1 })
    await userEvent.click(dialog.getByRole('button', { name: 'Usar onde estou' }))
    expect(await dialog.findByText('Libere a localização nas permissões do site.')).toBeDefined()
    here({ code: 3 })
    await userEvent.click(dialog.getByRole('button', { name: 'Usar onde estou' }))
    expect(await dialog.findByText('Não foi possível saber onde você está. Cole um link do mapa.')).toBeDefined()
    here({ latitude: -23.561_414_26, longitude: -46.655_881_91 })
    await userEvent.click(dialog.getByRole('button', { name: 'Usar onde estou' }))
    await waitFor(() => expect(place(dialog).value).toBe('-23.561414, -46.655882'))
  })
})

describe('sending a person', () => {
  it('MEDIA-19 a card has a name and a phone, says which is missing, and can be tried again under the same key', async () => {
    const keys: (string | null)[] = []
    let isDown = true
    const bodies: unknown[] = []
    desk.provider.on(sendMessage, ({ body, headers }) => {
      keys.push(headers.get('idempotency-key'))
      bodies.push(body)
      return isDown ? createErrorResponse(503, 'SERVICE_UNAVAILABLE') : { success: true }
    })
    const dialog = await open('Contato')
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar contato' }))
    expect(await dialog.findByText('Digite o nome.')).toBeDefined()
    expect(dialog.getByText('Telefone inválido.')).toBeDefined()
    expect(bodies).toEqual([])
    await userEvent.type(dialog.getByRole('textbox', { name: /Nome/ }), 'Bruno Lima')
    await userEvent.type(dialog.getByRole('textbox', { name: /Telefone/ }), '11987654321')
    await userEvent.type(dialog.getByRole('textbox', { name: /E-mail/ }), 'bruno@aurora.com.br{Enter}')
    const card = (await screen.findByText('Bruno Lima')).parentElement
    expect(card?.textContent).toBe('Bruno Lima(11) 98765-4321bruno@aurora.com.br')
    isDown = false
    await userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }))
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(keys[1]).toBe(keys[0])
    const contact = { name: 'Bruno Lima', phone: '+5511987654321', email: 'bruno@aurora.com.br' }
    expect(bodies[1]).toEqual({ content: '', contact })
  })
})

describe('sending a question with its answers', () => {
  const box = (dialog: Dialog, name: string | RegExp) => dialog.getByRole<HTMLInputElement>('textbox', { name })

  it('MEDIA-18 buttons keep their limits while they are typed, three of 20 characters, and go with their question', async () => {
    const sent = takes()
    const dialog = await open('Botões')
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar botões' }))
    expect(await dialog.findByText('Digite a pergunta.')).toBeDefined()
    await userEvent.type(box(dialog, /^Pergunta/), 'Que dia é melhor?')
    expect(dialog.getByText('17 de 1.024 caracteres')).toBeDefined()
    await userEvent.type(box(dialog, /^Opção 1/), 'Sábado de manhã, bem cedo mesmo')
    expect(box(dialog, /^Opção 1/).value).toBe('Sábado de manhã, bem')
    expect(dialog.getByText('20 de 20 caracteres')).toBeDefined()
    await userEvent.type(box(dialog, /^Opção 2/), 'sábado de manhã, bem{Enter}')
    expect(await dialog.findByText('Esta opção já está aí.')).toBeDefined()
    expect(document.activeElement).toBe(box(dialog, /^Opção 2/))
    expect(sent).toEqual([])
    await userEvent.clear(box(dialog, /^Opção 2/))
    await userEvent.type(box(dialog, /^Opção 2/), 'Domingo')
    await userEvent.click(dialog.getByRole('button', { name: 'Outra opção' }))
    await waitFor(() => expect(document.activeElement).toBe(box(dialog, /^Opção 3/)))
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Outra opção' }).disabled).toBe(true)
    await userEvent.click(dialog.getByRole('button', { name: 'Remover a opção 3' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar botões' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    const choices = { kind: 'buttons', options: [{ title: 'Sábado de manhã, bem' }, { title: 'Domingo' }] }
    expect(sent).toEqual([{ content: 'Que dia é melhor?', choices, key: useOutbox.getState().entries[0]?.tempId }])
    const log = within(await desk.findLog())
    expect(log.getByText('Que dia é melhor?')).toBeDefined()
    expect(within(log.getByRole('list', { name: 'Opções' })).getByText('Domingo')).toBeDefined()
  })

  it('MEDIA-18 a list has ten rows of 24 and 72 characters, and a word that opens it', async () => {
    const sent = takes()
    const dialog = await open('Lista')
    await userEvent.type(box(dialog, /^Pergunta/), 'Qual?')
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar lista' }))
    expect(await dialog.findByText('Digite o que abre a lista.')).toBeDefined()
    await userEvent.type(box(dialog, /^Botão que abre a lista/), 'Ver')
    expect([box(dialog, /^Opção 1/).maxLength, box(dialog, /^Descrição da opção 1/).maxLength]).toEqual([24, 72])
    await userEvent.type(box(dialog, /^Opção 1/), '9h')
    await userEvent.type(box(dialog, /^Descrição da opção 1/), 'Com a Ana')
    await userEvent.click(dialog.getByRole('button', { name: 'Remover a opção 2' }))
    for (let n = 2; n <= 10; n++) await userEvent.click(dialog.getByRole('button', { name: 'Outra opção' }))
    await waitFor(() => expect(document.activeElement).toBe(box(dialog, /^Opção 10/)))
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Outra opção' }).disabled).toBe(true)
    for (let n = 10; n >= 2; n--) await userEvent.click(dialog.getByRole('button', { name: `Remover a opção ${n}` }))
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar lista' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    const choices = { kind: 'list', button: 'Ver', options: [{ title: '9h', description: 'Com a Ana' }] }
    expect(sent).toMatchObject([{ content: 'Qual?', choices }])
  })

  it('MEDIA-18 a question that was sent shows its answers, and what was chosen quotes it', async () => {
    const options = [
      { id: '1', title: 'Sábado' },
      { id: '2', title: 'Domingo', description: 'Até meio-dia' },
    ]
    const asked = buildMessage({ role: 'AI', content: 'Que dia?', seq: 1, choices: { kind: 'buttons', options } })
    const reply_to = { message_id: asked.message_id, role: 'AI' as const, type: 'text', preview: 'Que dia?' }
    const chosen = buildMessage({ role: 'humano', content: 'Domingo', seq: 2, choice: { id: '2', title: 'Domingo' }, reply_to })
    await desk.open({ history: [asked, chosen] })
    const log = within(await desk.findLog())
    expect(within(await log.findByRole('list', { name: 'Opções' })).getAllByRole('listitem')).toHaveLength(2)
    expect(log.getByText('Até meio-dia')).toBeDefined()
    // Once as the question and once in the quote.
    expect(log.getAllByText('Que dia?')).toHaveLength(2)
  })
})
