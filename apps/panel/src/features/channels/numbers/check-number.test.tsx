import { checkWhatsappNumber, listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createFakeProvider } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { aNumber, clickButton, getShownNotifications, TEST_AGENTS, TEST_DATE } from '../testing/a-number.ts'
import { WhatsappCard } from '../whatsapp-card.tsx'

it('NUM-06 a number that Meta has sent nothing of yet is not said to work when it is checked', async () => {
  setSignedInUser()
  const address = 'https://prosa.example/webhooks/whatsapp'
  const number = aNumber({ webhook: { address, handshake_at: TEST_DATE, event_at: null } })
  createFakeProvider()
    .on(listWhatsappNumbers, () => ({ success: true, data: { numbers: [number], webhook: { url: address, ready: true } } }))
    .on(checkWhatsappNumber, () => ({ success: true, data: number }))
  await renderWithRouter(<WhatsappCard agents={TEST_AGENTS} />)
  await clickButton(/^Verificar/)
  await waitFor(() => expect(getShownNotifications()).toEqual([['info', 'A Meta respondeu por +55 11 4000-1234.']]))
})
