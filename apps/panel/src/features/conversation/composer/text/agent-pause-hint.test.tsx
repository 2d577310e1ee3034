import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { selectAgent } from '../../../../shared/preferences/preferences.ts'
import { useSession } from '../../../../shared/session/session.ts'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { buildMessage } from '../../testing/factories.ts'

let desk: ReturnType<typeof createConversationFixture>

beforeEach(() => {
  desk = createConversationFixture()
  selectAgent('agent-1')
})

const HINT = 'Ao escrever, você assume e Clara fica em pausa.'

describe('whose turn it is', () => {
  it('says before a person writes that writing pauses the agent, only where the provider does so', async () => {
    const { unmount } = await desk.open({ lead: { pauses_on_manual: true } })
    expect(await screen.findByText(HINT)).toBeDefined()
    unmount()
    await desk.open()
    await desk.findComposerBox()
    expect(screen.queryByText(/você assume/)).toBeNull()
  })

  it('says who has taken over, and gives it back', async () => {
    const me = useSession.getState().user?.id ?? ''
    await desk.open({ lead: { pause: true, pause_holder: { id: me, name: 'Ana Souza' }, pauses_on_manual: true } })
    expect(await screen.findByText('Você assumiu · Clara em pausa')).toBeDefined()
    expect(screen.queryByText(HINT)).toBeNull()
    desk.provider.on(pauseLead, () => ({ success: true, data: { pause: false } }))
    await userEvent.click(screen.getByRole('button', { name: 'Devolver para Clara' }))
    await waitFor(() => expect(screen.queryByText(/em pausa$/)).toBeNull())
    expect(desk.provider.requests(pauseLead)[0]?.body).toEqual({ pause: false })
    expect(await screen.findByText(HINT)).toBeDefined()
  })

  it('names a colleague, and nobody where nobody is told', async () => {
    const { unmount } = await desk.open({ lead: { pause: true, pause_holder: { id: 'u9', name: 'Bruno' } } })
    expect(await screen.findByText('Bruno assumiu · Clara em pausa')).toBeDefined()
    unmount()
    desk = createConversationFixture()
    selectAgent('agent-1')
    await desk.open({ lead: { pause: true } })
    expect(await screen.findByText('Clara em pausa')).toBeDefined()
  })
})

it('divides the thread where the unread messages begin, also after they were read, until one writes', async () => {
  desk.provider.on(sendMessage, () => ({ success: true }))
  const history = ['Oi', 'Tudo bem?', 'Quanto custa?'].map((content) => buildMessage({ content }))
  await desk.open({ history, conversation: { unreadCount: 2 } })
  const divider = await screen.findByText('2 não lidas')
  const [first, second] = [screen.getByText('Oi'), screen.getByText('Tudo bem?')]
  expect(divider.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(divider.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.type(await desk.findComposerBox(), 'Olá{Enter}')
  await waitFor(() => expect(screen.queryByText('2 não lidas')).toBeNull())
})

it('names the agent on the first of its messages in a row, and to a screen reader on each', async () => {
  const said = { role: 'AI', manual: false } as const
  await desk.open({
    history: [buildMessage(), buildMessage({ content: 'um', ...said }), buildMessage({ content: 'dois', ...said })],
  })
  const nameOn = async (text: string) => (await screen.findByText(text)).closest('[data-speaker]')?.querySelector('p')
  expect((await nameOn('um'))?.className).not.toContain('sr-only')
  expect((await nameOn('dois'))?.className).toContain('sr-only')
  expect((await nameOn('dois'))?.textContent).toBe('Clara (IA)')
})
