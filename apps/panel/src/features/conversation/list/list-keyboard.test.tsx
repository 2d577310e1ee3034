import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { archiveLead } from '@prosa/contract/calls/conversations/leads'
import { LIST_LOAD_THROTTLE_MS } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeProvider, type FakeProvider } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { buildConversation, createUniqueId } from '../testing/factories.ts'
import { stubElementSizes } from '../testing/stub-element-sizes.ts'
import { ConversationList } from './conversation-list.tsx'

let provider: FakeProvider
afterEach(() => {
  vi.useRealTimers()
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  stubElementSizes()
  setSignedInUser()
  provider = createFakeProvider()
})

const threeRows = ['a', 'b', 'c'].map((id, at) =>
  buildConversation({
    _id: id,
    lead_id: id,
    archive: false,
    updated_at: `2026-11-18T12:00:0${9 - at}.000Z`,
    last_client_message_at: null,
  }),
)
const answer = (conversations: Conversation[]) => ({ success: true, data: { conversations } }) as const
/** Renders three rows with the focus on the middle one. */
const show = async () => {
  provider.on(listConversations, () => answer(threeRows))
  await renderWithRouter(<ConversationList agentId={createUniqueId('agent')} ref={{ current: null }} />, {
    path: '/chat',
    otherPaths: ['/chat/$leadId/$conversationId'],
  })
  const links = await screen.findAllByRole('link', { name: /Marina/ })
  expect(links.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  expect(document.activeElement).toBe(document.body)
  act(() => links[1]?.focus())
  expect(links.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
  return links[1] as HTMLElement
}
const focusedRow = () => (document.activeElement as HTMLElement).dataset.row

it('moves through the rows with the arrows, and only one row is reached by Tab', async () => {
  await show()
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(focusedRow()).toBe('c'))
  await userEvent.keyboard('{Home}')
  await waitFor(() => expect(focusedRow()).toBe('a'))
})

describe('a row that leaves the list', () => {
  const archiveByKeyboard = async () => {
    fireEvent.contextMenu(await show())
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Arquivar' }))
  }

  it('LIST-15 hands the keyboard to the one in its place, when it goes with its menu @wide', async () => {
    provider.on(archiveLead, () => ({ success: true, data: { archive: true } }))
    await archiveByKeyboard()
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    await waitFor(() => expect(focusedRow()).toBe('c'))
  })

  it('LIST-15 hands the keyboard to the one in its place, when it goes after its menu has closed', async () => {
    let archived = () => {}
    provider.on(
      archiveLead,
      () => new Promise((resolve) => (archived = () => resolve({ success: true, data: { archive: true } }))),
    )
    await archiveByKeyboard()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(focusedRow()).toBe('b'))
    await act(async () => archived())
    await waitFor(() => expect(focusedRow()).toBe('c'))
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(focusedRow()).toBe('a'))
  })

  /** A colleague archives the middle conversation, and the user refreshes the list. */
  const leavesByItself = async () => {
    // The list is loaded at most once in two seconds.
    vi.advanceTimersByTime(LIST_LOAD_THROTTLE_MS)
    provider.on(listConversations, () => answer(threeRows.filter(({ _id }) => _id !== 'b')))
    fireEvent.click(screen.getByRole('button', { name: 'Atualizar conversas' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  }

  it('LIST-15 takes the keyboard from nobody who never had it in the list', async () => {
    provider.on(listConversations, () => answer(threeRows))
    await renderWithRouter(<ConversationList agentId={createUniqueId('agent')} ref={{ current: null }} />, {
      path: '/chat/$leadId/$conversationId',
      initialPath: '/chat/b/b',
      otherPaths: ['/chat'],
    })
    await screen.findAllByRole('link', { name: /Marina/ })
    await leavesByItself()
    expect(document.activeElement).toBe(document.body)
  })

  it('LIST-15 takes the keyboard from nobody who put it elsewhere', async () => {
    const row = await show()
    act(() => row.blur())
    await leavesByItself()
    expect(document.activeElement).toBe(document.body)
  })

  it('LIST-15 hands the keyboard on also when somebody else archives', async () => {
    await show()
    await leavesByItself()
    await waitFor(() => expect(focusedRow()).toBe('c'))
  })

  it('leaves the keyboard alone that is elsewhere', async () => {
    await show()
    const refresh = screen.getByRole('button', { name: 'Atualizar conversas' })
    act(() => refresh.focus())
    await leavesByItself()
    expect(document.activeElement).toBe(refresh)
  })
})
