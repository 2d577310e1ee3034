import { listWhatsappNumbers } from '@prosa/contract/calls/channels'
import type { WhatsappNumber } from '@prosa/contract/entities/channel'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createQueryClient } from '../../shared/api/query-client.ts'
import { useNotifications } from '../../shared/notifications.ts'
import { fakeProvider } from '../../testing/fake-provider.ts'
import { resetPanel, signedIn } from '../../testing/session.ts'
import { tellMissedProblems, tellProblems } from './tell-problems.ts'
import { aNumber, SINCE } from './testing/a-number.ts'

const text = 'A Meta bloqueou a conta.'
const problems: NonNullable<WhatsappNumber['problems']> = [
  { code: 'blocked', severity: 'broken', text, step: { label: 'Ver o motivo', action: 'check' }, since: SINCE },
]
const told = () => useNotifications.getState().notifications.map(({ title, message }) => [title, message])
const tell = (now: NonNullable<WhatsappNumber['problems']>) => {
  const provider = fakeProvider().on(listWhatsappNumbers, () => ({
    success: true,
    data: { numbers: [aNumber({ problems: now })], webhook: { url: 'https://prosa.example/webhooks/whatsapp', ready: true } },
  }))
  const seen = now.map(({ code, severity }) => ({ code, severity }))
  const event = { accountId: 'n1', status: 'ok' as const, problems: seen }
  return tellProblems(createQueryClient(), event as Parameters<typeof tellProblems>[1]).then(() => provider)
}
beforeEach(resetPanel)
afterEach(resetPanel)

it('NUM-18 a broken problem is told to a manager wherever they are, with the way to it, and taken back when it is mended', async () => {
  signedIn({ role: 'admin' })
  await tell(problems)
  expect(told()).toEqual([['WhatsApp +55 11 4000-1234', `${text} Veja em Organização › Números.`]])
  await tell([])
  expect(told()).toEqual([])
})

it('NUM-18 nobody else is told, nor is anything asked for them', async () => {
  signedIn({ role: 'operator' })
  const provider = await tell(problems)
  expect(told()).toEqual([])
  expect(provider.requests(listWhatsappNumbers)).toEqual([])
})

it('NUM-18 who was away is told what broke meanwhile, once, and that it is mended', async () => {
  signedIn({ role: 'admin' })
  let now = problems
  fakeProvider().on(listWhatsappNumbers, () => ({
    success: true,
    data: { numbers: [aNumber({ problems: now })], webhook: { url: 'https://prosa.example/webhooks/whatsapp', ready: true } },
  }))
  const client = createQueryClient()
  await tellMissedProblems(client)
  expect(told()).toEqual([['WhatsApp +55 11 4000-1234', `${text} Veja em Organização › Números.`]])
  // A dismissed notification does not return at every reconnection.
  useNotifications.setState({ notifications: [] })
  await tellMissedProblems(client)
  expect(told()).toEqual([])
  now = [
    { code: 'payment', severity: 'broken', text: 'x', step: { label: 'Abrir cobrança', url: 'https://x.example' }, since: SINCE },
  ]
  await tellMissedProblems(client)
  expect(told()).toHaveLength(1)
  now = []
  await tellMissedProblems(client)
  expect(told()).toEqual([])
})
