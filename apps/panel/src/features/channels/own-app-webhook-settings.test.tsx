import { listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeProvider } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../testing/session.ts'
import { aNumber, clickButton, TEST_AGENTS, TEST_DATE } from './testing/a-number.ts'
import { WhatsappCard } from './whatsapp-card.tsx'

let numbers: WhatsappNumber[]
beforeEach(() => {
  setSignedInUser()
  const webhook = { url: 'https://prosa.example/webhooks/whatsapp', ready: true }
  createFakeProvider().on(listWhatsappNumbers, () => ({ success: true, data: { numbers, webhook } }))
})
const show = () => renderWithRouter(<WhatsappCard agents={TEST_AGENTS} />)

describe('numbers', () => {
  it('TPL-06 one whose people complain leads to its templates here', async () => {
    const step = { label: 'Rever modelos', action: 'templates' }
    const text = 'Muitas pessoas bloquearam ou denunciaram.'
    numbers = [aNumber({ problems: [{ code: 'reported', severity: 'warning', text, step, since: TEST_DATE }] })]
    await show()
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^Rever modelos/ })
    expect(link.getAttribute('href')).toBe('/settings/numeros/n1/modelos')
  })

  it('WIRE-25 of an own app tell where Meta is to bring messages, in the list until Meta was there, and then in its form', async () => {
    const webhook = { address: 'https://prosa.example/webhooks/whatsapp/k1', verify_word: 'palavra-1' }
    numbers = [aNumber({ webhook })]
    await show()
    const address = await screen.findByLabelText<HTMLInputElement>('URL de retorno deste app')
    expect([address.value, screen.getByLabelText<HTMLInputElement>('Token de verificação').value]).toEqual([
      webhook.address,
      webhook.verify_word,
    ])
    cleanup()
    numbers = [
      aNumber({ webhook: { ...webhook, handshake_at: TEST_DATE } }),
      aNumber({ id: 'n2', display_number: '+55 11 4000-9999' }),
    ]
    await show()
    await clickButton('Editar +55 11 4000-1234')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText<HTMLInputElement>('URL de retorno deste app').value).toBe(webhook.address)
    expect(screen.getAllByLabelText('URL de retorno deste app')).toHaveLength(1)
  })
})
