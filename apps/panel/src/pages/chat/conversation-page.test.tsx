import { getConversation, setAttention } from '@prosa/contract/calls/conversations/conversations'
import { archiveLead, getLead, pauseLead } from '@prosa/contract/calls/conversations/leads'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildConversation, buildLead, buildMessage } from '../../features/conversation/testing/factories.ts'
import { createConversationFixture } from '../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../testing/fake-provider.ts'

let desk: ReturnType<typeof createConversationFixture>

beforeEach(() => {
  desk = createConversationFixture()
})

describe('header', () => {
  it('VIEW-01 shows name - company and phone', async () => {
    await desk.open()
    const heading = await screen.findByRole('heading', { level: 2 })
    expect(heading.textContent).toBe('Marina Lopes - Açaí Vivo (11) 98765-4321')
  })

  it.each([
    [{ lead_name: null, name: null, phone: null }, 'Açaí Vivo'],
    [{ lead_name: null, name: null, lead_empresa: null }, '(11) 98765-4321'],
  ])('VIEW-01 falls back to what there is: %o', async (conversation, title) => {
    await desk.open({ conversation })
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(title)
  })

  it('VIEW-02 VIEW-03 VIEW-04 VIEW-05 VIEW-06 VIEW-08 VIEW-09 shows its badges and the summary', async () => {
    await desk.open({
      conversation: { needs_attention: true, lead_context_summary: 'Quer 3 quartos.' },
      lead: { archive: true },
    })
    for (const text of [
      'Arquivado',
      'Necessita atenção',
      '12/11/2026 09:14',
      'Instagram',
      'Pitch',
      'Proposta enviada',
      'Quer 3 quartos.',
    ]) {
      expect(await screen.findByText(text)).toBeDefined()
    }
  })

  it("VIEW-02 VIEW-03 VIEW-09 shows no badge for what is not so, and 'Nenhum resumo encontrado'", async () => {
    await desk.open()
    expect(await screen.findByText('Nenhum resumo encontrado')).toBeDefined()
    expect(screen.queryByText('Arquivado')).toBeNull()
    expect(screen.queryByText('Necessita atenção')).toBeNull()
  })
})

describe('profile', () => {
  it('opens from the lead’s name where there is no room beside the conversation, and its phone and e-mail can be copied', async () => {
    const user = userEvent.setup()
    await desk.open({
      lead: {
        email: 'marina@acai.com.br',
        pause: true,
        pause_reason: 'Negociando direto com o lead',
        pause_holder: { id: 'u1', name: 'Rafael Prado' },
      },
      conversation: { needs_attention: true, attention_reason: 'Lead pediu para falar com uma pessoa' },
    })
    const name = within(await screen.findByRole('heading', { level: 2 })).getByRole('button')
    await user.click(name)
    const profile = await screen.findByRole('dialog', { name: 'Perfil do lead' })
    for (const text of ['Lead pediu para falar com uma pessoa', 'Negociando direto com o lead', 'marina@acai.com.br'])
      expect(within(profile).getByText(text)).toBeTruthy()
    await user.click(within(profile).getByRole('button', { name: 'Copiar telefone' }))
    expect(await navigator.clipboard.readText()).toBe('+5511987654321')
    await user.click(within(profile).getByRole('button', { name: 'Copiar e-mail' }))
    expect(await navigator.clipboard.readText()).toBe('marina@acai.com.br')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(name))
  })

  it('stands beside the conversation where there is room, and the name opens nothing then', async () => {
    vi.stubGlobal('innerWidth', 1_440)
    await desk.open()
    expect(await screen.findByRole('complementary', { name: 'Perfil do lead' })).toBeTruthy()
    expect(within(screen.getByRole('heading', { level: 2 })).queryByRole('button')).toBeNull()
    vi.unstubAllGlobals()
  })
})

describe('actions', () => {
  const menuItem = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Mais ações' }))
    return screen.findByRole('menuitem', { name })
  }

  it("VIEW-10 VIEW-14 'Pausar agente' becomes 'Iniciar agente' only after the server's word", async () => {
    let answer = () => {}
    desk.provider.on(
      pauseLead,
      ({ body }) => new Promise((resolve) => (answer = () => resolve({ success: true, data: { pause: body.pause } }))),
    )
    await desk.open()
    await userEvent.click(await screen.findByRole('button', { name: 'Pausar agente' }))
    expect(screen.queryByRole('button', { name: 'Iniciar agente' })).toBeNull()
    answer()
    expect(await screen.findByRole('button', { name: 'Iniciar agente' })).toBeDefined()
    expect(desk.provider.requests(pauseLead)[0]?.body).toEqual({ pause: true })
  })

  it('VIEW-11 VIEW-12 VIEW-15 the attention toggle sends the opposite of what is', async () => {
    desk.provider.on(setAttention, ({ body }) => ({ success: true, data: body }))
    await desk.open({ conversation: { needs_attention: true } })
    await userEvent.click(await menuItem('Remover atenção'))
    await waitFor(() => expect(screen.queryByText('Necessita atenção')).toBeNull())
    expect(desk.provider.requests(setAttention)[0]?.body).toEqual({ needs_attention: false })
    expect(await menuItem('Necessita atenção')).toBeDefined()
  })

  it("VIEW-13 'Arquivar' archives, and the menu then offers 'Desarquivar o Lead'", async () => {
    desk.provider.on(archiveLead, ({ body }) => ({ success: true, data: body }))
    await desk.open()
    await userEvent.click(await menuItem('Arquivar'))
    expect(await screen.findByText('Arquivado')).toBeDefined()
    expect(await menuItem('Desarquivar o Lead')).toBeDefined()
  })

  it('VIEW-13 what is under way is so in a menu that was closed and opened again', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    desk.provider.on(archiveLead, ({ body }) => promise.then(() => ({ success: true, data: body })))
    await desk.open()
    await userEvent.click(await menuItem('Arquivar'))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect((await menuItem('Arquivar')).getAttribute('aria-disabled')).toBe('true')
    await act(async () => resolve())
    expect(await screen.findByText('Arquivado')).toBeDefined()
  })

  it("what was just archived comes back by 'Desfazer'", async () => {
    desk.provider.on(archiveLead, ({ body }) => ({ success: true, data: body }))
    await desk.open()
    await userEvent.click(await menuItem('Arquivar'))
    await screen.findByText('Arquivado')
    const [toast] = desk.getToasts()
    expect(toast).toMatchObject({ type: 'success', title: 'Lead arquivado', action: { label: 'Desfazer' } })
    toast?.action?.run()
    await waitFor(() => expect(screen.queryByText('Arquivado')).toBeNull())
    expect(desk.provider.requests(archiveLead).map(({ body }) => body)).toEqual([{ archive: true }, { archive: false }])
    expect(desk.getToasts()).toHaveLength(1)
  })

  it('VIEW-10 a double click pauses once, however quick the answer', async () => {
    const { provider, open } = desk
    provider.on(pauseLead, ({ body }) => ({ success: true, data: body }))
    await open()
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Pausar agente' }))
    expect(await screen.findByRole('button', { name: 'Iniciar agente' })).toBeDefined()
    expect(provider.requests(pauseLead).map(({ body }) => body)).toEqual([{ pause: true }])
  })

  it('VIEW-14 TEXT-10 TEXT-11 TEXT-32 a failure leaves the old state and says so', async () => {
    desk.provider
      .on(setAttention, () => createErrorResponse(500, 'SERVER_ERROR', { message: 'Fora do ar' }))
      .on(archiveLead, () => createErrorResponse(500, 'SERVER_ERROR', { message: 'Fora do ar' }))
      .on(pauseLead, () => createErrorResponse(500, 'SERVER_ERROR', { message: 'Fora do ar' }))
    await desk.open()
    await userEvent.click(await menuItem('Necessita atenção'))
    await waitFor(() => expect(desk.getToasts()[0]?.title).toBe('Ocorreu um erro ao alterar a situação da conversa'))
    await userEvent.click(await menuItem('Arquivar'))
    await waitFor(() =>
      expect(desk.getToasts()[0]).toMatchObject({ title: 'Erro ao arquivar/desarquivar lead', message: 'Fora do ar' }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Pausar agente' }))
    await waitFor(() => expect(desk.getToasts()).toHaveLength(3))
    expect(screen.queryByText('Arquivado')).toBeNull()
    expect(screen.getByRole('button', { name: 'Pausar agente' })).toBeDefined()
  })
})

describe('loading and failing', () => {
  it("VIEW-26 shows 'Carregando informações do lead...'", async () => {
    const never = new Promise<never>(() => {})
    desk.provider.on(getConversation, () => never).on(getLead, () => never)
    await desk.render()
    expect(screen.getByText('Carregando informações do lead...')).toBeDefined()
  })

  it("VIEW-27 TEXT-18 TEXT-19 TEXT-31 shows 'Erro ao carregar lead', and 'Tentar novamente' loads it", async () => {
    const { provider, leadId, conversationId, render, getToasts: toasts } = desk
    provider
      .on(getConversation, () => ({
        success: true,
        data: { ...buildConversation({ _id: conversationId, lead_id: leadId }), history: [buildMessage()] },
      }))
      .on(getLead, () => createErrorResponse(500, 'SERVER_ERROR', { message: 'Banco parado' }))
    await render()
    expect(await screen.findByText('Erro ao carregar lead')).toBeDefined()
    expect(screen.getByText('Erro: Banco parado')).toBeDefined()
    expect(toasts()[0]).toMatchObject({ title: 'Erro ao carregar informações do lead', message: 'Erro: Banco parado' })
    provider.on(getLead, () => ({ success: true, data: buildLead({ _id: leadId }) }))
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect(await screen.findByRole('log')).toBeDefined()
    expect(screen.queryByText('Erro ao carregar lead')).toBeNull()
  })

  it('VIEW-28 TEXT-28 a conversation that does not load leads back to /chat', async () => {
    desk.provider
      .on(getConversation, () => createErrorResponse(404, 'RESOURCE_NOT_FOUND', { message: 'Conversa inexistente' }))
      .on(getLead, () => ({ success: true, data: buildLead({ _id: desk.leadId }) }))
    const { router } = await desk.render()
    await waitFor(() => expect(router.state.location.pathname).toBe('/chat'))
    expect(desk.getToasts()[0]?.message).toBe('Conversa inexistente')
  })
})
