import { getConversation, markRead, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createConversationFixture } from '../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../testing/fake-provider.ts'
import { conversationKeys } from '../cache/conversation-keys.ts'
import type { CachedThread as ThreadData } from '../cache/thread/cached-thread.ts'
import { useOutbox } from '../outbox/outbox-store.ts'
import { buildConversation, buildMessage } from '../testing/factories.ts'

let desk: ReturnType<typeof createConversationFixture>

beforeEach(() => {
  desk = createConversationFixture()
})

describe('messages', () => {
  it('VIEW-23 VIEW-24 VIEW-25 MSG-13 shows the lead left, the agent right with its icon, staff right with their name', async () => {
    await desk.open({
      history: [
        buildMessage({ content: 'do lead' }),
        buildMessage({ content: 'do agente', role: 'AI', manual: false }),
        buildMessage({ content: 'da equipe', role: 'AI', manual: true, sender: { id: 'u2', name: 'Bia' } }),
      ],
    })
    const bubble = async (text: string) => (await screen.findByText(text)).closest<HTMLElement>('[data-speaker]') as HTMLElement
    expect((await bubble('do lead')).parentElement?.className).toContain('justify-start')
    const agent = await bubble('do agente')
    expect(agent.parentElement?.className).toContain('justify-end')
    expect(within(agent).getByRole('img', { name: 'IA' })).toBeDefined()
    const staff = await bubble('da equipe')
    expect(staff.parentElement?.className).toContain('justify-end')
    expect(within(staff).queryByRole('img', { name: 'IA' })).toBeNull()
    expect(staff.textContent).toMatch(/Bia.*\d{2}:\d{2}/)
  })

  it('a delivery in doubt says what it means and what to do', async () => {
    await desk.open({ history: [buildMessage({ content: 'Segue o link', role: 'AI', manual: true, delivery: 'unknown' })] })
    const doubt = await screen.findByRole('button', { name: 'Entrega incerta' })
    await userEvent.hover(doubt)
    const tooltip = await screen.findByRole('tooltip', {}, { timeout: 4_000 })
    expect(tooltip.textContent).toContain('ainda não se sabe se chegou')
    await userEvent.unhover(doubt)
    await userEvent.click(doubt)
    expect(doubt.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText(/pergunte ao lead antes de enviar de novo/)).toBeDefined()
  })

  it('reads right to left where it is written so, and is turned around by no mark in it', async () => {
    await desk.open({ history: [buildMessage({ content: 'مرحبا' }), buildMessage({ content: 'foto\u202egpj.exe' })] })
    expect((await screen.findByText('مرحبا')).getAttribute('dir')).toBe('auto')
    expect(screen.getByText('fotogpj.exe')).toBeDefined()
  })

  it('VIEW-36 a reaction stands on its message, or in a line of its own where that is not here', async () => {
    await desk.open({
      history: [
        buildMessage({ message_id: 'offer', content: 'Fechamos?', role: 'AI' }),
        buildMessage({ type: 'reaction', content: 'Reagiu com 🎉', reaction: { to: 'offer', emoji: '🎉' } }),
        buildMessage({ type: 'reaction', content: 'Reagiu com 👍', reaction: { to: 'long-ago', emoji: '👍' } }),
      ],
    })
    const offer = (await screen.findByText('Fechamos?')).closest<HTMLElement>('[data-speaker]')
    expect(offer?.textContent).toContain('Reação: 🎉')
    expect(screen.queryByText(/Reagiu com 🎉/)).toBeNull()
    expect(await screen.findByText(/Reagiu com 👍/)).toBeDefined()
  })

  it('VIEW-36 a place is printed once, with a map that opens safely', async () => {
    const place = { latitude: -23.5, longitude: -46.6, name: 'Localização', address: 'Rua Augusta, 10' }
    await desk.open({
      history: [
        buildMessage({ type: 'location', content: 'Rua Augusta, 10', attachment: place }),
        buildMessage({ type: 'location', content: '', attachment: { ...place, address: 'Lua', latitude: 910 } }),
        buildMessage({ type: 'contact', content: 'Minha irmã', attachment: { name: 'Minha irmã' } }),
      ],
    })
    const link = await screen.findByRole('link', { name: /Rua Augusta, 10/ })
    expect(screen.getAllByText('Rua Augusta, 10')).toHaveLength(1)
    expect(screen.getAllByText('Minha irmã')).toHaveLength(1)
    expect(link.getAttribute('rel')).toContain('noopener')
    expect(link.getAttribute('href')).toMatch(/^https:\/\/www\.openstreetmap\.org\//)
    expect(screen.getByText('Lua').closest('a')).toBeNull()
  })

  it('VIEW-36 shows every other type as what it is, and names an unknown one', async () => {
    await desk.open({
      history: [
        buildMessage({ type: 'image', content: 'a planta', attachment: { url: '/api/media/1' } }),
        buildMessage({ type: 'audio', content: '', attachment: { url: '/api/media/2', voice: true } }),
        buildMessage({
          type: 'document',
          content: '',
          attachment: { url: '/api/media/3', filename: 'contrato.pdf', size: 2_621_440 },
        }),
        buildMessage({ type: 'location', content: '', attachment: { latitude: -23.5, longitude: -46.6, name: 'Estande' } }),
        buildMessage({ type: 'sticker', content: '', attachment: { url: '/api/media/4' } }),
        buildMessage({ type: 'contact', content: '', attachment: { name: 'Rute', phone: '+5511911112222' } }),
        buildMessage({ type: 'holograma', content: '' }),
        buildMessage({ type: 'image', content: '', attachment: { url: 'javascript:alert(1)' } }),
      ],
    })
    expect((await screen.findByRole('img', { name: 'Imagem' })).getAttribute('src')).toContain('/api/media/1')
    expect(screen.getByText('a planta')).toBeDefined()
    expect((await screen.findByRole('group', { name: 'Mensagem de voz' })).querySelector('button')?.ariaLabel).toBe('Ouvir')
    expect(await screen.findByRole('link', { name: /contrato\.pdf\s*PDF · 2,5 MB/ })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Baixar contrato.pdf' }).getAttribute('download')).toBe('contrato.pdf')
    expect(screen.getByRole('link', { name: /Estande/ }).getAttribute('href')).toContain('mlat=-23.5')
    expect(screen.getByRole('img', { name: 'Figurinha' })).toBeDefined()
    expect(screen.getByText('(11) 91111-2222')).toBeDefined()
    expect(screen.getByText('Mensagem do tipo “holograma”')).toBeDefined()
    expect(screen.getByText('Imagem indisponível')).toBeDefined()
  })

  it('shows each contact card as a card with name, company, all phones and e-mails', async () => {
    const contacts = [
      {
        name: 'Zé',
        company: 'Imobiliária Sol',
        phone: '+55 11 3333-4444',
        phones: ['+55 11 3333-4444', '+5511988881111'],
        email: 'ze@sol.com.br',
        emails: ['ze@sol.com.br', 'ze@exemplo.com'],
      },
      { name: 'Rute', phone: '+5511911112222' },
    ]
    await desk.open({ history: [buildMessage({ type: 'contact', content: '', attachment: { name: 'Zé', contacts } })] })
    const cards = within(await screen.findByRole('list', { name: '2 contatos' })).getAllByRole('listitem')
    const lines = (card: HTMLElement) => [...card.querySelectorAll('p, a')].map((line) => line.textContent)
    expect(cards.map(lines)).toEqual([
      ['Zé', 'Imobiliária Sol', '(11) 3333-4444', '(11) 98888-1111', 'ze@sol.com.br', 'ze@exemplo.com'],
      ['Rute', '(11) 91111-2222'],
    ])
    const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: /\(11\)|@/ }).map(({ href }) => decodeURIComponent(href))
    expect(links).toEqual([
      'tel:+551133334444',
      'tel:+5511988881111',
      'mailto:ze@sol.com.br',
      'mailto:ze@exemplo.com',
      'tel:+5511911112222',
    ])
  })

  it('shows a phone of a contact card that cannot be dialled as text', async () => {
    const contacts = [{ name: 'Zé', phone: '3333-4444 ramal 12', emails: null }]
    await desk.open({ history: [buildMessage({ type: 'contact', content: '', attachment: { name: 'Zé', contacts } })] })
    expect((await screen.findByText('3333-4444 ramal 12')).closest('a')).toBeNull()
  })

  it('VIEW-30 opening marks as read: the call goes out and the count is zero', async () => {
    const { queryClient } = await desk.open({ conversation: { unreadCount: 3 }, history: [buildMessage({ seq: 7 })] })
    await desk.findLog()
    await waitFor(() => expect(desk.provider.requests(markRead)).toHaveLength(1))
    expect(desk.provider.requests(markRead)[0]).toMatchObject({
      params: { conversationId: desk.conversationId },
      body: { leadId: desk.leadId, uptoSeq: 7 },
    })
    const thread = queryClient.getQueryData<ThreadData>(conversationKeys.thread(desk.leadId, desk.conversationId))
    expect(thread?.conversation.unreadCount).toBe(0)
  })

  it('VIEW-31 marks nothing in a page without focus', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    await desk.open({ conversation: { unreadCount: 3 } })
    await desk.findLog()
    expect(desk.provider.requests(markRead)).toHaveLength(0)
  })
})

describe('sending', () => {
  it('VIEW-19 VIEW-22 MSG-02 the box speaks to the signed-in user, and sends nothing that is empty', async () => {
    await desk.open()
    expect((await desk.findComposerBox()).placeholder).toBe('Digite sua mensagem como Ana Souza...')
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar' })
    expect(send.disabled).toBe(true)
    await userEvent.type(await desk.findComposerBox(), '  {Enter}')
    expect(send.disabled).toBe(true)
    expect(desk.provider.requests(sendMessage)).toHaveLength(0)
  })

  it('MSG-01 MSG-04 MSG-05 MSG-12 VIEW-20 Enter sends it trimmed, with its key: Enviando, then Processando', async () => {
    let answer = () => {}
    desk.provider.on(sendMessage, () => new Promise((resolve) => (answer = () => resolve({ success: true }))))
    await desk.open()
    await userEvent.type(await desk.findComposerBox(), '  Bom dia {Enter}')
    expect(await screen.findByText('Enviando...')).toBeDefined()
    expect((await desk.findComposerBox()).value).toBe('')
    await waitFor(() => expect(desk.provider.requests(sendMessage)).toHaveLength(1))
    const [request] = desk.provider.requests(sendMessage)
    expect(request?.body).toEqual({ content: 'Bom dia' })
    expect(request?.headers.get('idempotency-key')).toBe(useOutbox.getState().entries[0]?.tempId)
    answer()
    expect(await screen.findByText('Processando...')).toBeDefined()
  })

  it('VIEW-21 Shift+Enter makes a new line and sends nothing', async () => {
    await desk.open()
    await userEvent.type(await desk.findComposerBox(), 'um{Shift>}{Enter}{/Shift}dois')
    expect((await desk.findComposerBox()).value).toBe('um\ndois')
    expect(desk.provider.requests(sendMessage)).toHaveLength(0)
  })

  it('MSG-06 G23 without real time the reloaded history settles it, once', async () => {
    desk.provider.on(sendMessage, () => ({ success: true }))
    await desk.open({ history: [buildMessage({ seq: 1 })] })
    await userEvent.type(await desk.findComposerBox(), 'Bom dia')
    desk.provider.on(getConversation, () => {
      const sent = buildMessage({
        message_id: 'm2',
        seq: 2,
        role: 'AI',
        manual: true,
        content: 'Bom dia',
        client_message_id: useOutbox.getState().entries[0]?.tempId ?? null,
      })
      return {
        success: true,
        data: { ...buildConversation({ _id: desk.conversationId, lead_id: desk.leadId }), history: [sent] },
      }
    })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(useOutbox.getState().entries).toHaveLength(0))
    expect(within(await desk.findLog()).getAllByText('Bom dia')).toHaveLength(1)
    expect(screen.queryByText('Processando...')).toBeNull()
    expect(desk.provider.requests(getConversation).at(-1)?.query).toMatchObject({ afterSeq: '1' })
  })

  it('MSG-10 MSG-11 MSG-12 TEXT-12 a failure says so; trying again sends the same key', async () => {
    desk.provider.on(sendMessage, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE'))
    await desk.open()
    await userEvent.type(await desk.findComposerBox(), 'Bom dia{Enter}')
    expect(await screen.findByText('Falhou, clique no icone ao lado para tentar novamente')).toBeDefined()
    expect(desk.getToasts()[0]?.message).toBe('Serviço de mensagens indisponível')
    desk.provider.on(sendMessage, () => ({ success: true }))
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect(await screen.findByText('Processando...')).toBeDefined()
    const keys = desk.provider.requests(sendMessage).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toBeTruthy()
    expect(new Set(keys).size).toBe(1)
  })

  it('MSG-10 the reason that the server gave stands on the bubble, in words', async () => {
    desk.provider.on(sendMessage, () => createErrorResponse(409, 'INVALID_INPUT', { message: 'A janela fechou.' }))
    await desk.open()
    await userEvent.type(await desk.findComposerBox(), 'Bom dia{Enter}')
    expect(within(await desk.findLog()).getByText('A janela fechou.')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Descartar mensagem' }))
    desk.provider.on(sendMessage, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE', { message: '' }))
    await userEvent.type(await desk.findComposerBox(), 'Bom dia{Enter}')
    await screen.findByText('Falhou, clique no icone ao lado para tentar novamente')
    expect(screen.queryByText('Failed to send message')).toBeNull()
  })

  it('MSG-04 messages go out one at a time, in the order they were written', async () => {
    const answers: (() => void)[] = []
    desk.provider.on(sendMessage, () => new Promise((resolve) => answers.push(() => resolve({ success: true }))))
    await desk.open()
    await userEvent.type(await desk.findComposerBox(), 'um{Enter}dois{Enter}')
    await waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.()
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(desk.provider.requests(sendMessage).map(({ body }) => body.content)).toEqual(['um', 'dois'])
  })
})

describe('composer lock', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

  it('VIEW-32 VIEW-34 is shut when the lead never wrote, and says why', async () => {
    await desk.open({ conversation: { last_client_message_at: null }, history: [buildMessage({ role: 'AI' })] })
    expect((await desk.findComposerBox()).disabled).toBe(true)
    expect(await screen.findByText(/O lead ainda não escreveu/)).toBeDefined()
  })

  it('VIEW-33 VIEW-34 is shut after 24 h, and says until when it was open', async () => {
    const timestamp = hoursAgo(25)
    await desk.open({ conversation: { last_client_message_at: timestamp }, history: [buildMessage({ timestamp })] })
    expect((await desk.findComposerBox()).disabled).toBe(true)
    expect(await screen.findByText(/mais de 24 horas.*aberta até \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/)).toBeDefined()
  })

  it('VIEW-33 is open before 24 h', async () => {
    const timestamp = hoursAgo(23)
    await desk.open({ conversation: { last_client_message_at: timestamp }, history: [buildMessage({ timestamp })] })
    expect((await desk.findComposerBox()).disabled).toBe(false)
  })
})
