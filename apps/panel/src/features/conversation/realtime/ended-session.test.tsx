import {
  getConversation,
  markRead,
  sendMessage,
  setAttention,
  unreadCountsForConversations,
} from '@prosa/contract/calls/conversations/conversations'
import { archiveLead, getLead, pauseLead } from '@prosa/contract/calls/conversations/leads'
import type { Call } from '@prosa/contract/define-call'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { createConversationFixture } from '../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../testing/fake-provider.ts'

const ENDED = ['TOKEN_EXPIRED', 'TOKEN_INVALID'] as const

let desk: ReturnType<typeof createConversationFixture>
beforeEach(() => {
  desk = createConversationFixture()
})

const choose = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Mais ações' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

/** Actions of the user with the calls that they make. */
const ACTIONS: [name: string, call: Call, act: () => Promise<unknown>][] = [
  ['pausing', pauseLead, async () => userEvent.click(await screen.findByRole('button', { name: 'Pausar agente' }))],
  ['asking for attention', setAttention, () => choose('Necessita atenção')],
  ['archiving', archiveLead, () => choose('Arquivar')],
  ['sending', sendMessage, async () => userEvent.type(await desk.findComposerBox(), 'Oi{Enter}')],
]

describe.each(ENDED)('with a session that ended, as %s,', (code) => {
  const refused = () => createErrorResponse(401, code, { message: 'Não foi possível.' })

  it.each(ACTIONS)('ERR-22 %s makes no toast of its own', async (_name, call, act) => {
    desk.provider.on(call, refused)
    await desk.open()
    await act()
    await waitFor(() => expect(desk.provider.requests(call)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText('Enviando...')).toBeNull())
    expect(desk.getToasts()).toEqual([])
  })

  it('ERR-22 reading makes none', async () => {
    desk.provider.on(markRead, refused).on(unreadCountsForConversations, refused)
    await desk.open({ conversation: { unreadCount: 2 } })
    await waitFor(() => expect(desk.provider.requests(unreadCountsForConversations)).toHaveLength(1))
    expect(desk.getToasts()).toEqual([])
  })

  it('ERR-22 GUARD-01 loading makes none, and stays where the next sign-in leads back to', async () => {
    desk.provider.on(getConversation, refused).on(getLead, refused)
    const { router } = await desk.render()
    expect(await screen.findByText('Erro ao carregar lead')).toBeTruthy()
    expect(desk.getToasts()).toEqual([])
    expect(router.state.location.pathname).toBe(`/chat/${desk.leadId}/${desk.conversationId}`)
  })
})
