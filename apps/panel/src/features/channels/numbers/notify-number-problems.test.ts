import { listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createQueryClient } from '../../../shared/api/query-client.ts'
import { useNotifications } from '../../../shared/notifications/notifications.ts'
import { createFakeProvider } from '../../../testing/fake-provider.ts'
import { resetPanelState, setSignedInUser } from '../../../testing/session.ts'
import { aNumber, TEST_DATE } from '../testing/a-number.ts'
import { notifyMissedNumberProblems, notifyNumberProblems } from './notify-number-problems.ts'

const text = 'A Meta bloqueou a conta.'
const problems: NonNullable<WhatsappNumber['problems']> = [
  { code: 'blocked', severity: 'broken', text, step: { label: 'Ver o motivo', action: 'check' }, since: TEST_DATE },
]
const told = () => useNotifications.getState().notifications.map(({ title, message }) => [title, message])
const tell = (now: NonNullable<WhatsappNumber['problems']>) => {
  const provider = createFakeProvider().on(listWhatsappNumbers, () => ({
    success: true,
    data: { numbers: [aNumber({ problems: now })], webhook: { url: 'https://prosa.example/webhooks/whatsapp', ready: true } },
  }))
  const seen = now.map(({ code, severity }) => ({ code, severity }))
  const event = { accountId: 'n1', status: 'ok' as const, problems: seen }
  return notifyNumberProblems(createQueryClient(), event as Parameters<typeof notifyNumberProblems>[1]).then(() => provider)
}
beforeEach(resetPanelState)
afterEach(resetPanelState)

it('NUM-18 a broken problem is told to a manager wherever they are, with the way to it, and taken back when it is mended', async () => {
  setSignedInUser({ role: 'admin' })
  await tell(problems)
  expect(told()).toEqual([['WhatsApp +55 11 4000-1234', `${text} Veja em Organização › Números.`]])
  await tell([])
  expect(told()).toEqual([])
})

it('NUM-18 nobody else is told, nor is anything asked for them', async () => {
  setSignedInUser({ role: 'operator' })
  const provider = await tell(problems)
  expect(told()).toEqual([])
  expect(provider.requests(listWhatsappNumbers)).toEqual([])
})

it('NUM-18 who was away is told what broke meanwhile, once, and that it is mended', async () => {
  setSignedInUser({ role: 'admin' })
  let now = problems
  createFakeProvider().on(listWhatsappNumbers, () => ({
    success: true,
    data: { numbers: [aNumber({ problems: now })], webhook: { url: 'https://prosa.example/webhooks/whatsapp', ready: true } },
  }))
  const client = createQueryClient()
  await notifyMissedNumberProblems(client)
  expect(told()).toEqual([['WhatsApp +55 11 4000-1234', `${text} Veja em Organização › Números.`]])
  // A dismissed notification does not return at every reconnection.
  useNotifications.setState({ notifications: [] })
  await notifyMissedNumberProblems(client)
  expect(told()).toEqual([])
  now = [
    {
      code: 'payment',
      severity: 'broken',
      text: 'x',
      step: { label: 'Abrir cobrança', url: 'https://x.example' },
      since: TEST_DATE,
    },
  ]
  await notifyMissedNumberProblems(client)
  expect(told()).toHaveLength(1)
  now = []
  await notifyMissedNumberProblems(client)
  expect(told()).toEqual([])
})
