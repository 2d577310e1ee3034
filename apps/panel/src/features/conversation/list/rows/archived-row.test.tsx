import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildConversation } from '../../testing/factories.ts'
import { ConversationItem } from './conversation-item.tsx'

const look = { isOpen: false, isTabStop: false, viewer: { userId: 'u1', agentName: '' }, today: Date.now() }

it('VIEW-02 G32 the row of an archived lead says so where its status is read, and stands back', () => {
  render(
    <>
      <ConversationItem {...look} conversation={buildConversation({ _id: 'kept' })} />
      <ConversationItem {...look} conversation={buildConversation({ _id: 'gone', lead_name: 'Davi Reis', archive: true })} />
    </>,
  )
  expect(screen.getByText('Marina Lopes').classList).toContain('text-ink')
  expect(screen.getByText('Davi Reis').classList).not.toContain('text-ink')
  expect(screen.getAllByText('Arquivado ·')).toHaveLength(1)
})
