import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createConversationFixture } from '../../../testing/conversation-fixture.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { applyMessageEvent } from '../cache/apply-event.ts'
import {
  dropMessagesOlderThanLoaded,
  getComposerLockInput,
  mergeThreadResponse,
  prependOlderMessages,
} from '../cache/thread/cached-thread.ts'
import { buildConversation, buildMessage } from '../testing/factories.ts'
// Loads lazy code in advance.
import './content/non-text-content.tsx'

const LATE = { timeout: 15_000 }

const past = (n: number, fields: Partial<Message> = {}): Message => {
  const { seq: _, ...message } = buildMessage({
    content: `Antes ${n}`,
    source: 'history',
    timestamp: `2026-01-0${n}T12:00:00.000Z`,
  })
  return { ...message, ...fields }
}

it('NUM-10 the past stands above the live talk in time order, also where Meta’s clock says otherwise, and is reached by the cursor', async () => {
  const live = buildMessage({ content: 'Agora', seq: 1, timestamp: '2026-01-02T00:00:00.000Z' })
  const newest = mergeThreadResponse(undefined, { ...buildConversation(), history: [live], nextCursor: 'p.' })
  const thread = prependOlderMessages(newest, { ...buildConversation(), history: [past(1), past(2), past(3)], nextCursor: null })
  expect(thread.messages.map(({ content }) => content)).toEqual(['Antes 1', 'Antes 2', 'Antes 3', 'Agora'])
  // Messages of older pages are not inserted before their page is loaded.
  expect(dropMessagesOlderThanLoaded(newest, [past(1), { ...live, seq: 2 }]).map(({ content }) => content)).toEqual(['Agora'])
})

it('NUM-09 NUM-12 what is told of the past counts nothing, opens nothing, and a file that is still on the phone says so', async () => {
  const conversation = buildConversation({
    unreadCount: 0,
    total_messages: 0,
    last_client_message_at: null,
    window_closes_at: null,
  })
  const told = past(1, { role: 'humano' })
  expect(applyMessageEvent(conversation, { message: told }, true)).toBe(conversation)
  expect(getComposerLockInput(mergeThreadResponse(undefined, { ...conversation, history: [told] })).closesAt).toBeNull()
  const desk = createConversationFixture()
  const file = past(2, { role: 'humano', type: 'media_placeholder', content: '' })
  await desk.open({ history: [file], conversation })
  expect(await within(await desk.findLog()).findByText('Arquivo no celular')).toBeDefined()
  expect(desk.provider.requests(getConversation)).toHaveLength(1)
})

it('NUM-16 NUM-17 what was written on the phone says so, and what the phone wrote by itself is nobody’s, not the agent’s', async () => {
  const desk = createConversationFixture()
  const echo = buildMessage({ role: 'AI', manual: true, content: 'Da minha mão', source: 'phone', sender: null, seq: 1 })
  const greeting = buildMessage({
    role: 'AI',
    manual: false,
    content: 'Olá! Já respondemos.',
    source: 'phone_auto',
    sender: null,
    seq: 2,
  })
  await desk.open({ history: [echo, greeting] })
  const log = within(await desk.findLog())
  expect(await log.findByText('pelo celular')).toBeDefined()
  expect(await log.findByText('Mensagem automática do celular')).toBeDefined()
  const bubbles = (await desk.findLog()).querySelectorAll('[data-speaker]')
  expect([...bubbles].map((bubble) => bubble.getAttribute('data-speaker'))).toEqual(['staff', 'staff'])
  expect(screen.queryByRole('img', { name: 'IA' })).toBeNull()
})

it('MEDIA-27 of what was before we came there is nothing to tell, so nothing is offered', async () => {
  const desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['media', 'reply', 'message_info'] })
  await desk.open({ history: [past(1), buildMessage({ content: 'Agora' })] })
  await waitFor(() => expect(document.querySelector('[data-message-tools]')).not.toBeNull(), LATE)
  const menuOf = async (text: string) => {
    fireEvent.contextMenu((await screen.findByText(text)).closest('[data-speaker]') as HTMLElement)
    const menu = await screen.findByRole('menu', {}, LATE)
    const words = within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    return words
  }
  expect(await menuOf('Agora')).toContain('Informações')
  expect(await menuOf('Antes 1')).not.toContain('Informações')
})
