import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { setConversationFilter } from '../../../shared/preferences/preferences.ts'
import { useOverlay } from '../../../shared/ui/layers/overlay.ts'
import { createFakeProvider } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { buildConversation, createUniqueId } from '../testing/factories.ts'
import { stubElementSizes } from '../testing/stub-element-sizes.ts'
import { ConversationList } from './conversation-list.tsx'

it('LIST-07 a name typed into the phone search is looked for everywhere with one press', async () => {
  stubElementSizes()
  setSignedInUser()
  createFakeProvider().on(listConversations, () => ({ success: true, data: { conversations: [buildConversation()] } }))
  setConversationFilter('phone')
  await renderWithRouter(<ConversationList agentId={createUniqueId('agent')} ref={{ current: null }} />, { path: '/chat' })
  const box = await screen.findByRole('searchbox', { name: 'Pesquisar telefone' })
  await userEvent.type(box, '000')
  await screen.findByText('Nenhum telefone com “000”.')
  expect(screen.queryByRole('button', { name: /em tudo/ })).toBeNull()
  await userEvent.clear(box)
  await userEvent.type(box, 'davi')
  await userEvent.click(await screen.findByRole('button', { name: 'Procurar “davi” em tudo (Ctrl K)' }))
  expect(useOverlay.getState()).toMatchObject({ open: 'palette', text: 'davi' })
})
