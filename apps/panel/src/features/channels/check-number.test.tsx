import { checkWhatsappNumber, listWhatsappNumbers } from '@prosa/contract/calls/channels'
import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeProvider } from '../../testing/fake-provider.ts'
import { renderAt } from '../../testing/render.tsx'
import { signedIn } from '../../testing/session.ts'
import { AGENTS, aNumber, press, SINCE, said } from './testing/a-number.ts'
import { WhatsappCard } from './whatsapp-card.tsx'

it('NUM-06 a number that Meta has sent nothing of yet is not said to work when it is checked', async () => {
  signedIn()
  const address = 'https://prosa.example/webhooks/whatsapp'
  const number = aNumber({ webhook: { address, handshake_at: SINCE, event_at: null } })
  fakeProvider()
    .on(listWhatsappNumbers, () => ({ success: true, data: { numbers: [number], webhook: { url: address, ready: true } } }))
    .on(checkWhatsappNumber, () => ({ success: true, data: number }))
  await renderAt(<WhatsappCard agents={AGENTS} />)
  await press(/^Verificar/)
  await waitFor(() => expect(said()).toEqual([['info', 'A Meta respondeu por +55 11 4000-1234.']]))
})
