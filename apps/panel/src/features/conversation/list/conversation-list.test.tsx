import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createErrorResponse, createFakeProvider, type FakeProvider } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { buildConversation, createUniqueId } from '../testing/factories.ts'
import { stubElementSizes } from '../testing/stub-element-sizes.ts'
import { ConversationList } from './conversation-list.tsx'

let provider: FakeProvider
let agentId: string

beforeEach(() => {
  stubElementSizes()
  setSignedInUser()
  provider = createFakeProvider()
  agentId = createUniqueId('agent')
})

const answer = (conversations: Conversation[], rest: { nextCursor?: string; server_time?: string } = {}) =>
  ({ success: true, data: { conversations, ...rest } }) as const
const show = (conversations: Conversation[], at = '/chat') => {
  provider.on(listConversations, () => answer(conversations))
  return renderWithRouter(<ConversationList agentId={agentId} ref={{ current: null }} />, {
    path: '/chat',
    initialPath: at,
    otherPaths: ['/chat/$leadId/$conversationId'],
  })
}
const rows = async () => within(await screen.findByRole('list', { name: 'Conversas' })).getAllByRole('listitem')

describe('a row', () => {
  it('LIST-14 is a real link to /chat/{leadId}/{conversationId}, and a click opens it', async () => {
    const { router } = await show([buildConversation({ _id: 'c9', lead_id: 'l9' })])
    const link = await screen.findByRole('link', { name: /Marina Lopes/ })
    expect(link.getAttribute('href')).toBe('/chat/l9/c9')
    await userEvent.click(link)
    expect(router.state.location.pathname).toBe('/chat/l9/c9')
  })

  it('LIST-17 LIST-18 LIST-19 LIST-20 LIST-21 shows who, how to reach them, and how things stand', async () => {
    await show([buildConversation({ lead_id: 'l77', last_client_message_at: new Date().toISOString(), needs_attention: true })])
    const [row] = await rows()
    const text = row?.textContent ?? ''
    for (const part of ['Marina Lopes', 'Açaí Vivo', '#l77', '(11) 98765-4321', 'Proposta enviada', '12 mensagens']) {
      expect(text).toContain(part)
    }
    expect(text).toMatch(/\d{2}:\d{2}/)
    expect(text).toContain('Conversa ativa')
    expect(text).toContain('Necessita atenção')
  })

  it("LIST-22 LIST-23 shows '99+' above 99 and no badge at zero", async () => {
    await show([buildConversation({ _id: 'many', unreadCount: 100 }), buildConversation({ _id: 'none', unreadCount: null })])
    const [first, second] = await rows()
    const texts = [first?.textContent, second?.textContent]
    expect(texts.some((text) => text?.includes('99+ não lidas'))).toBe(true)
    expect(texts.filter((text) => text?.includes('não lidas'))).toHaveLength(1)
  })

  it('LIST-15 has a context menu: open, mark as read and the three actions', async () => {
    await show([buildConversation()])
    await userEvent.pointer({ keys: '[MouseRight]', target: await screen.findByRole('link') })
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Abrir conversa',
      'Marcar como lida',
      'Pausar agente',
      'Necessita atenção',
      'Arquivar',
    ])
  })
})

describe('loading', () => {
  it('LIST-01 LIST-13 shows the header and five skeleton rows until the answer comes', async () => {
    let arrive = () => {}
    provider.on(listConversations, () => new Promise((resolve) => (arrive = () => resolve(answer([buildConversation()])))))
    await renderWithRouter(<ConversationList agentId={agentId} ref={{ current: null }} />, { path: '/chat' })
    expect(screen.getByRole('heading', { name: 'Conversas' })).toBeDefined()
    expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(5)
    await waitFor(() => expect(provider.requests(listConversations)).toHaveLength(1))
    await act(async () => arrive())
    expect(await rows()).toHaveLength(1)
    expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(0)
  })

  it("LIST-10 LIST-11 LIST-12 an empty list says so and offers 'Atualizar'", async () => {
    await show([])
    expect(await screen.findByText('Nenhuma conversa encontrada')).toBeDefined()
    expect(screen.getByText('As conversas aparecerão aqui quando você receber mensagens.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Atualizar' })).toBeDefined()
  })

  it('TEXT-28 a failure shows the server message, else the fallback, and can be tried again', async () => {
    provider.on(listConversations, () => createErrorResponse(500, 'SERVER_ERROR', { message: 'O banco parou' }))
    await renderWithRouter(<ConversationList agentId={agentId} ref={{ current: null }} />, { path: '/chat' })
    expect(await screen.findByText('O banco parou')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeDefined()
  })

  it('LIST-32 HTTP-07 shows everything of a provider that ignores limit and cursor, and asks for no more', async () => {
    await show(Array.from({ length: 60 }, (_, n) => buildConversation({ _id: `c${n}`, lead_name: `Lead ${n}` })))
    expect((await rows()).length).toBeGreaterThan(5)
    expect((await rows())[0]?.getAttribute('aria-setsize')).toBe('60')
    expect(provider.requests(listConversations)).toHaveLength(1)
    expect(provider.requests(listConversations)[0]?.query).toMatchObject({ limit: '20' })
  })

  it('LIST-32 asks for the next page by cursor as the end comes near', async () => {
    provider.on(listConversations, ({ query }) =>
      query.cursor === 'p2'
        ? answer([
            buildConversation({
              _id: 'old',
              lead_name: 'Mais Antigo',
              updated_at: '2020-01-01T00:00:00.000Z',
              last_client_message_at: null,
            }),
          ])
        : answer([buildConversation()], { nextCursor: 'p2' }),
    )
    await renderWithRouter(<ConversationList agentId={agentId} ref={{ current: null }} />, { path: '/chat' })
    expect(await screen.findByText('Mais Antigo')).toBeDefined()
  })
})

it('LIST-32 asks for the next page only when the first rows have been painted', async () => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] })
  onTestFinished(() => void vi.useRealTimers())
  provider.on(listConversations, ({ query }) => (query.cursor ? answer([]) : answer([buildConversation()], { nextCursor: 'p2' })))
  await renderWithRouter(<ConversationList agentId={agentId} ref={{ current: null }} />, { path: '/chat' })
  expect(await rows()).toHaveLength(1)
  await act(async () => vi.advanceTimersToNextFrame())
  expect(provider.requests(listConversations)).toHaveLength(1)
  await act(async () => vi.advanceTimersToNextFrame())
  await waitFor(() => expect(provider.requests(listConversations)).toHaveLength(2))
})

describe('filters', () => {
  const choose = async (label: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Filtrar conversas' }))
    await userEvent.click(await screen.findByRole('option', { name: label }))
  }
  const two = [
    buildConversation({ _id: 'a', lead_name: 'Ana', phone: '+5511911112222', needs_attention: true }),
    buildConversation({ _id: 'b', lead_name: 'Bia', phone: '+5521933334444' }),
  ]

  it("LIST-03 LIST-04 LIST-05 the popover searches 'Filtrar por...', in groups, and says when nothing matches", async () => {
    await show(two)
    await rows()
    await userEvent.click(screen.getByRole('button', { name: 'Filtrar conversas' }))
    const search = await screen.findByPlaceholderText('Filtrar por...')
    expect(screen.getAllByRole('group').length).toBeGreaterThan(1)
    await userEvent.type(search, 'zzz')
    expect(await screen.findByText('Nenhum filtro encontrado.')).toBeDefined()
  })

  it("LIST-08 LIST-09 'Necessita atenção' leaves its rows, names itself, asks the server, and 'Voltar' clears it", async () => {
    await show(two)
    await rows()
    await choose('Necessita atenção')
    await waitFor(() => expect(screen.queryByText('Bia')).toBeNull())
    expect(screen.getByText('Ana')).toBeDefined()
    expect(screen.getByText('Necessita atenção', { selector: 'header span' })).toBeDefined()
    await waitFor(() => expect(provider.requests(listConversations).at(-1)?.query).toMatchObject({ needs_attention: 'true' }))
    await userEvent.click(screen.getByRole('button', { name: 'Voltar' }))
    expect(await screen.findByText('Bia')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Voltar' })).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Filtrar conversas')
  })

  it("LIST-06 LIST-07 LIST-12 'Pesquisar por telefone' filters what is loaded at once and asks the server with phone", async () => {
    await show(two)
    await rows()
    await choose('Pesquisar por telefone')
    await userEvent.type(await screen.findByPlaceholderText('Pesquisar telefone'), '93333')
    await waitFor(() => expect(screen.queryByText('Ana')).toBeNull())
    expect(screen.getByText('Bia')).toBeDefined()
    await waitFor(() => expect(provider.requests(listConversations).at(-1)?.query).toMatchObject({ phone: '93333' }))
    await userEvent.type(screen.getByPlaceholderText('Pesquisar telefone'), '999')
    expect(await screen.findByText('Nenhuma conversa encontrada')).toBeDefined()
    expect(screen.getByText('Nenhum telefone com “93333999”.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Atualizar' })).toBeNull()
  })

  it('LIST-07 filters what is loaded by one digit too, says from how many on it looks further, and asks nobody before', async () => {
    await show(two)
    await choose('Pesquisar por telefone')
    const field = await screen.findByRole('searchbox', { name: 'Pesquisar telefone' })
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe('A partir de 3 números, procura em todas as conversas.')
    const asked = provider.requests(listConversations).length
    await userEvent.type(field, '33')
    await waitFor(() => expect(screen.queryByText('Ana')).toBeNull())
    expect(screen.getByText('Bia')).toBeDefined()
    await userEvent.type(field, '3')
    await waitFor(() => expect(provider.requests(listConversations).at(-1)?.query).toMatchObject({ phone: '333' }))
    expect(provider.requests(listConversations)).toHaveLength(asked + 1)
  })
})

describe('refreshing', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    return () => vi.useRealTimers()
  })

  it('LIST-30 CONST-12 asks every 30 s for what changed, and shows it', async () => {
    provider.on(listConversations, ({ query }) =>
      query.updated_since
        ? answer([buildConversation({ status_message: 'Visita marcada' })], { server_time: '2026-11-18T12:00:30.000Z' })
        : answer([buildConversation()], { server_time: '2026-11-18T12:00:00.000Z' }),
    )
    await renderWithRouter(<ConversationList agentId={agentId} ref={{ current: null }} />, { path: '/chat' })
    await screen.findByText('Proposta enviada')
    await act(() => vi.advanceTimersByTimeAsync(29_000))
    expect(provider.requests(listConversations)).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(await screen.findByText('Visita marcada')).toBeDefined()
    expect(provider.requests(listConversations).at(-1)?.query).toMatchObject({ updated_since: '2026-11-18T12:00:00.000Z' })
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(provider.requests(listConversations).at(-1)?.query).toMatchObject({ updated_since: '2026-11-18T12:00:30.000Z' })
  })

  it('LIST-30 HTTP-07 loads the whole list again from a provider that tells no time', async () => {
    await show([buildConversation()])
    await screen.findByText('Proposta enviada')
    provider.on(listConversations, () => answer([buildConversation({ status_message: 'Visita marcada' })]))
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(await screen.findByText('Visita marcada')).toBeDefined()
    expect(provider.requests(listConversations).at(-1)?.query.updated_since).toBeUndefined()
  })

  it("LIST-02 LIST-31 'Atualizar conversas' loads at most once in 2 s, held back and not dropped", async () => {
    await show([buildConversation()])
    await screen.findByText('Proposta enviada')
    const refresh = screen.getByRole('button', { name: 'Atualizar conversas' })
    await act(async () => refresh.click())
    await act(async () => refresh.click())
    expect(provider.requests(listConversations)).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    await waitFor(() => expect(provider.requests(listConversations)).toHaveLength(2))
  })
})
