import { getMessageInfo } from '@prosa/contract/calls/conversations/message-info'
import type { MessageInfo } from '@prosa/contract/entities/conversations/message-info'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../../testing/session.ts'
import { buildMessage } from '../../testing/factories.ts'

let desk: ReturnType<typeof createConversationFixture>
beforeEach(() => {
  desk = createConversationFixture()
})

const at = '2026-11-20T15:04:00.000Z'
const edited = () => buildMessage({ message_id: 'e1', content: 'Quero o de três quartos', edited_at: at })

it('WIRE-04 an edited message says so, and tells in Informações how it read before', async () => {
  setSignedInUser({ name: 'Ana Souza', capabilities: ['message_info'] })
  let fails = true
  desk.provider.on(getMessageInfo, ({ params }) => {
    if (fails) return createErrorResponse(503, 'UNAVAILABLE')
    const earlier = [{ content: 'Quero o de dois quartos', at }]
    return {
      success: true,
      data: { message_id: params.messageId, on_phone: false, steps: [], charge: null, details: [], earlier },
    }
  })
  await desk.open({ history: [edited()] })
  await userEvent.click(await screen.findByRole('button', { name: 'editada' }))
  expect(await screen.findByRole('dialog', { name: 'Informações' })).toBeDefined()
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(await screen.findByText('Quero o de dois quartos')).toBeDefined()
  expect(screen.getByText('Escrita pelo lead')).toBeDefined()
  expect(screen.queryByText('Cobrança')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('MEDIA-27 tells who wrote a message of ours, when it came how far, and what Meta said', async () => {
  setSignedInUser({ name: 'Ana Souza', capabilities: ['message_info'] })
  desk.provider.on(getMessageInfo, ({ params }) => ({
    success: true,
    data: {
      message_id: params.messageId,
      on_phone: false,
      steps: [
        { step: 'accepted' as const, at },
        { step: 'sent' as const, at },
        { step: 'delivered' as const, at },
        { step: 'played' as const, at },
      ],
      charge: { category: 'service', type: 'regular' },
      details: ['131026: Message undeliverable'],
      earlier: [],
    },
  }))
  const sender = { id: 'u2', name: 'Bia' }
  await desk.open({ history: [buildMessage({ role: 'AI', manual: true, sender, content: 'Olá', edited_at: at })] })
  await userEvent.click(await screen.findByRole('button', { name: 'editada' }))
  expect(await screen.findByText('Enviada por Bia pela Prosa')).toBeDefined()
  for (const text of ['Aceita pelo canal', 'Enviada', 'Entregue', 'Ouvida', 'Serviço', '131026: Message undeliverable'])
    expect(screen.getByText(text)).toBeDefined()
})

it('MEDIA-27 opened again, it tells what has come since', async () => {
  setSignedInUser({ name: 'Ana Souza', capabilities: ['message_info'] })
  let steps = [{ step: 'accepted' as const, at }] as MessageInfo['steps']
  desk.provider.on(getMessageInfo, ({ params }) => ({
    success: true,
    data: { message_id: params.messageId, on_phone: false, steps, details: [], earlier: [] },
  }))
  const { queryClient } = await desk.open({ history: [buildMessage({ role: 'AI', content: 'Olá', edited_at: at })] })
  queryClient.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } })
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'editada' }))
  await open()
  expect(await screen.findByText('Aceita pelo canal')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  steps = [...steps, { step: 'read', at }]
  await open()
  expect(await screen.findByText('Lida')).toBeDefined()
})

it.each<[NonNullable<MessageInfo['charge']>, RegExp]>([
  [{ category: 'service', type: 'regular', micro_brl: 35_000 }, /^Serviço, cerca de R\$\s0,035$/],
  [{ category: 'marketing', type: 'regular', micro_brl: 337_512 }, /^Marketing, cerca de R\$\s0,338$/],
  [{ category: 'utility', type: 'regular', micro_brl: 300 }, /^Utilidade, menos de R\$\s0,01$/],
  [{ category: 'service', type: 'regular', micro_brl: 0 }, /^Serviço, sem custo$/],
  [{ category: 'authentication', type: 'regular', micro_brl: null }, /^Autenticação, sem preço$/],
  [{ category: 'service', type: 'free_customer_service', micro_brl: 0 }, /^Grátis: Serviço$/],
  [{ category: 'service', type: 'free_entry_point', micro_brl: 0 }, /^Grátis: veio de anúncio$/],
])('MEDIA-27 says what a message cost by the organisation’s prices: %j', async (charge, words) => {
  setSignedInUser({ name: 'Ana Souza', capabilities: ['message_info'] })
  desk.provider.on(getMessageInfo, ({ params }) => ({
    success: true,
    data: { message_id: params.messageId, on_phone: false, steps: [], charge, details: [], earlier: [] },
  }))
  await desk.open({ history: [buildMessage({ role: 'AI', content: 'Olá', edited_at: at })] })
  await userEvent.click(await screen.findByRole('button', { name: 'editada' }))
  expect(await screen.findByText(words)).toBeDefined()
})

it('says nothing of a charge where a channel charges nothing', async () => {
  setSignedInUser({ name: 'Ana Souza', capabilities: ['message_info'] })
  desk.provider.on(getMessageInfo, ({ params }) => ({
    success: true,
    data: { message_id: params.messageId, on_phone: false, steps: [{ step: 'accepted' as const, at }], details: [], earlier: [] },
  }))
  await desk.open({ history: [buildMessage({ role: 'AI', content: 'Olá', edited_at: at })] })
  await userEvent.click(await screen.findByRole('button', { name: 'editada' }))
  expect(await screen.findByText('Aceita pelo canal')).toBeDefined()
  expect(screen.queryByText('Cobrança')).toBeNull()
})

it('a provider that knows nothing of it shows the mark alone', async () => {
  await desk.open({ history: [edited()] })
  expect((await screen.findByText('editada')).closest('button')).toBeNull()
})

it('WIRE-05 WIRE-10 what was taken back says so and nothing else; what was passed on names it', async () => {
  const taken = buildMessage({ content: '', type: 'image', revoked_at: at, edited_at: at })
  await desk.open({
    history: [
      taken,
      buildMessage({ content: 'Veja isto', forwarded: 'once' }),
      buildMessage({ content: 'E isto', forwarded: 'often', product: 'SKU-9' }),
    ],
  })
  expect(await screen.findByText('Mensagem apagada pelo lead')).toBeDefined()
  expect(screen.queryByText('editada')).toBeNull()
  expect(screen.getByText('Encaminhada')).toBeDefined()
  expect(screen.getByText('Encaminhada muitas vezes · Sobre o produto SKU-9')).toBeDefined()
})

it('WIRE-21 the card of the advertisement stands above the first message, and leads there', async () => {
  const ad = {
    source_id: '1',
    headline: 'Apartamentos na planta',
    body: 'Entrada facilitada',
    url: 'https://fb.me/x',
    picture: '/api/media/p',
  }
  await desk.open({ history: [buildMessage({ content: 'Vi o anúncio', ad })] })
  const card = await screen.findByRole('link', { name: /Anúncio · Entrada facilitada\s*Apartamentos na planta/ })
  expect(card.getAttribute('href')).toBe('https://fb.me/x')
  expect(card.querySelector('img')?.getAttribute('src')).toContain('/api/media/p')
  expect(card.compareDocumentPosition(screen.getByText('Vi o anúncio'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
