import { getConversation, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { setReaction } from '@prosa/contract/calls/conversations/reactions'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../../testing/session.ts'
import { buildConversation, buildMessage } from '../../testing/factories.ts'
// Loads lazy code in advance.
import '../content/non-text-content.tsx'
import '../message-actions/message-tools.tsx'
import './message-context-overlay.tsx'

const LATE = { timeout: 15_000 }
let desk: ReturnType<typeof createConversationFixture>
const animate = vi.fn()
beforeEach(() => {
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['media', 'reply'] })
  animate.mockClear()
  Element.prototype.animate = animate
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.scrollBy = () => {}
})

const TARGET = 'far-away'
const quote = { message_id: TARGET, role: 'humano' as const, type: 'text', preview: 'Tem azul?' }
const near = () => [
  buildMessage({ content: 'Bom dia', seq: 20_001 }),
  buildMessage({ role: 'AI', content: 'Aquele azul chegou', seq: 20_002, reply_to: quote }),
]
/** Messages imported from the phone have no `seq`. */
const past = (n: number, fields: Partial<Message> = {}): Message => {
  const { seq: _, ...message } = buildMessage({
    content: `Antes ${n}`,
    source: 'history',
    timestamp: `2026-01-0${n}T12:00:00.000Z`,
  })
  return { ...message, ...fields }
}
const asked = () => desk.provider.requests(getConversation).filter(({ query }) => !query['afterSeq'])

async function open(around: () => ReturnType<typeof createErrorResponse> | Message[]) {
  const history = near()
  await desk.open({ history })
  desk.provider.on(getConversation, ({ query }) => {
    const given = query['around'] ? around() : query['cursor'] ? createErrorResponse(503, 'UNAVAILABLE') : []
    if (!Array.isArray(given)) return given
    const held = buildConversation({ _id: desk.conversationId, lead_id: desk.leadId })
    return { success: true, data: { ...held, history: given, nextCursor: 'p.older', newerCursor: 'p.newer' } }
  })
  const bubble = (await screen.findByText('Aquele azul chegou')).closest<HTMLElement>('[data-speaker]') as HTMLElement
  await waitFor(() => expect(document.querySelector('[data-message-tools]')).not.toBeNull(), LATE)
  await userEvent.click(await within(bubble).findByRole('button', { name: /Tem azul/ }, LATE))
}

it('MEDIA-16 a quote far back, in the past too, takes one request, and its message is tinted for 1.2 seconds; its button leads back', async () => {
  await open(() => [past(1), past(2, { message_id: TARGET, content: 'Tem azul?' }), past(3)])
  const there = await screen.findByText('Antes 3', {}, LATE)
  await waitFor(() => expect(animate).toHaveBeenCalledWith(expect.anything(), 1_200))
  expect((animate.mock.contexts[0] as HTMLElement).textContent).toContain('Tem azul?')
  expect(asked().map(({ query }) => query['around'])).toEqual([undefined, TARGET])
  expect(there.closest('[inert]')).toBeNull()
  expect(screen.getByText('Bom dia').closest('[inert]')).not.toBeNull()
  await userEvent.click(screen.getAllByRole('button', { name: 'Ir para o fim' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByText('Antes 3')).toBeNull())
  expect(screen.getByText('Bom dia').closest('[inert]')).toBeNull()
})

it('MEDIA-16 what is sent from there is seen: the thread is at its end again', async () => {
  desk.provider.on(sendMessage, () => ({ success: true }))
  await open(() => [past(1), past(2, { message_id: TARGET, content: 'Tem azul?' })])
  await screen.findByText('Antes 1', {}, LATE)
  await userEvent.type(await desk.findComposerBox(), 'Chegou hoje{Enter}')
  expect(await screen.findByText('Chegou hoje')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Antes 1')).toBeNull())
})

it('MEDIA-16 where it cannot be fetched the thread stays, and says so until it can', async () => {
  let isThere = false
  await open(() => (isThere ? [past(1, { message_id: TARGET, content: 'Tem azul?' })] : createErrorResponse(404, 'NOT_FOUND')))
  await waitFor(() => expect(desk.getToasts()).toHaveLength(1))
  expect(screen.getByText('Bom dia').closest('[inert]')).toBeNull()
  isThere = true
  await userEvent.click(screen.getByRole('button', { name: /Tem azul/ }))
  await waitFor(() => expect(screen.getByText('Bom dia').closest('[inert]')).not.toBeNull())
  expect(desk.getToasts()).toEqual([])
})

it('MEDIA-17 a reaction to what is far away shows there, and does not come into the thread', async () => {
  setSignedInUser({ name: 'Ana Souza', capabilities: ['media', 'reply', 'reactions'] })
  const held = buildConversation({ _id: desk.conversationId, lead_id: desk.leadId })
  // There are more messages between the overlay and the thread, so the thread does not change.
  const opening = open(() => [far, buildMessage({ seq: 13, content: 'E verde?' })])
  desk.provider.on(getConversation, ({ query }) =>
    query['cursor']
      ? createErrorResponse(503, 'UNAVAILABLE')
      : { success: true, data: { ...held, history: near(), nextCursor: 'older' } },
  )
  const far = buildMessage({ message_id: TARGET, seq: 12, content: 'Tem azul, então?' })
  let answers = true
  desk.provider.on(setReaction, ({ body }) =>
    answers
      ? { success: true, data: { message: { ...far, our_reaction: { emoji: body.emoji } } } }
      : createErrorResponse(503, 'UNAVAILABLE', { message: 'Agora não.' }),
  )
  await opening
  await screen.findByText('E verde?', {}, LATE)
  const bubble = () => screen.getByText('Tem azul, então?').closest('[data-speaker]') as HTMLElement
  const react = async (emoji: string) => {
    fireEvent.contextMenu(bubble())
    const menu = await screen.findByRole('menu', {}, LATE)
    await userEvent.click(within(menu).getByRole('menuitem', { name: `Reagir com ${emoji}` }))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  }
  await react('❤️')
  await waitFor(() => expect(bubble().textContent).toContain('❤️'))
  answers = false
  await react('👍')
  await waitFor(() => expect(desk.getToasts().map(({ message }) => message)).toContain('Agora não.'))
  expect(bubble().textContent).toContain('❤️')
  await userEvent.click(screen.getAllByRole('button', { name: 'Ir para o fim' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByText('E verde?')).toBeNull())
  expect(screen.queryByText('Tem azul, então?')).toBeNull()
})
