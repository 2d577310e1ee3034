import { createWhatsappNumber, listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import {
  assignUnclaimedAccount,
  createWhatsappSignup,
  finishWhatsappSignup,
  getWhatsappSignup,
  listUnclaimedAccounts,
} from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import type { WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { createErrorResponse, createFakeProvider, type FakeProvider } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { channelQueries } from '../queries.ts'
import { aNumber, clickButton, getShownNotifications, TEST_AGENTS, TEST_DATE } from '../testing/a-number.ts'
import { aSignup } from '../testing/a-signup.ts'
import { WhatsappCard } from '../whatsapp-card.tsx'

const PAGE = 'https://business.facebook.com/messaging/whatsapp/onboard/?app_id=1&state=s'
let provider: FakeProvider
let signup: WhatsappSignup
let half: WhatsappSignup[]
let begun: number
let number: WhatsappNumber

beforeEach(() => {
  setSignedInUser({ capabilities: ['numbers', 'signup'] })
  signup = aSignup(0, { next: 'window' })
  half = []
  begun = 0
  number = aNumber()
  provider = createFakeProvider()
    .on(listWhatsappNumbers, () => ({
      success: true,
      data: { numbers: [number], webhook: { url: 'https://prosa.example/webhooks/whatsapp', ready: true }, signups: half },
    }))
    .on(createWhatsappSignup, () => {
      begun += 1
      signup = { ...aSignup(0, { next: 'window' }), id: `begun-${begun}` }
      return { success: true, data: { id: signup.id, url: PAGE, expires_at: TEST_DATE } }
    })
    .on(getWhatsappSignup, () => ({ success: true, data: signup }))
})
const show = () => renderWithRouter(<WhatsappCard agents={TEST_AGENTS} />)
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Conectar WhatsApp' }))
const choose = async (name: string) => userEvent.click((await dialog()).getByRole('button', { name }))
const stepsSaid = async () =>
  within((await dialog()).getByRole('list', { name: 'Passos da ligação' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('linking by Meta’s page', () => {
  it('NUM-01 asks for what it must, then leads there by a plain link, with no script of another host', async () => {
    await show()
    await clickButton('Conectar WhatsApp')
    await choose('Continuar')
    expect(await (await dialog()).findByText('Escolha o agente que atende neste número.')).toBeTruthy()
    expect(provider.requests(createWhatsappSignup)).toEqual([])
    await userEvent.selectOptions((await dialog()).getByLabelText(/Agente que atende/), 'agent-2')
    await userEvent.selectOptions((await dialog()).getByLabelText('Trazer conversas'), '30')
    await choose('Continuar')
    const link = await (await dialog()).findByRole<HTMLAnchorElement>('link', { name: /^Abrir a página da Meta/ })
    expect([link.href, link.target, link.rel]).toEqual([PAGE, '_blank', 'noopener noreferrer'])
    expect(document.querySelectorAll('script[src], iframe')).toHaveLength(0)
    expect(provider.requests(createWhatsappSignup).map(({ body }) => body)).toEqual([
      { agent_id: 'agent-2', mode: 'coexistence', history_days: 30 },
    ])
  })

  it('brings no past for a number that leaves the phone, and asks for none', async () => {
    await show()
    await clickButton('Conectar WhatsApp')
    await userEvent.click((await dialog()).getByRole('radio', { name: 'Só na Prosa' }))
    expect((await dialog()).queryByLabelText('Trazer conversas')).toBeNull()
    await userEvent.selectOptions((await dialog()).getByLabelText(/Agente que atende/), 'agent-1')
    await choose('Continuar')
    await waitFor(() =>
      expect(provider.requests(createWhatsappSignup).map(({ body }) => body)).toEqual([
        { agent_id: 'agent-1', mode: 'api', history_days: 0 },
      ]),
    )
  })

  it('ticks the steps off, and ends with the first message', async () => {
    half = [aSignup(3, { next: 'continue' }, 'A ligação parou aqui.')]
    ;[signup] = half as [WhatsappSignup]
    provider.on(finishWhatsappSignup, () => {
      signup = aSignup(5, { mode: 'coexistence' })
      return { success: true, data: signup }
    })
    const { queryClient } = await show()
    const row = within(await screen.findByRole('list', { name: 'Ligações pela metade' }))
    expect(row.getByRole('listitem').textContent).toContain('3 de 6 passos. A ligação parou aqui.')
    await userEvent.click(row.getByRole('button', { name: /^Continuar/ }))
    await waitFor(async () =>
      expect(await stepsSaid()).toEqual([
        'Conta escolhida na Meta (feito)',
        'Acesso recebido da Meta (feito)',
        'Número guardado na Prosa (feito)',
        'A Meta avisa a Prosa do que chega (parou)A ligação parou aqui.',
        'Número registrado para enviar (falta)',
        'Mande um “oi” de outro celular para +55 11 4000-1234. (falta)',
      ]),
    )
    await choose('Continuar')
    expect(await (await dialog()).findByText(/^No celular, desligue a saudação e a mensagem de ausência/)).toBeTruthy()
    expect(provider.requests(finishWhatsappSignup).map(({ params, body }) => [params, body])).toEqual([[{ id: 'signup-1' }, {}]])
    const at = new Date(2026, 10, 25, 14, 32, 7).toISOString()
    signup = aSignup(6)
    signup.steps[5] = { name: 'message', state: 'done', at }
    await act(() => queryClient.invalidateQueries({ queryKey: channelQueries.whatsapp().queryKey }))
    await waitFor(async () => expect((await stepsSaid()).at(-1)).toBe('Chegou às 14:32:07. (feito)'))
  })

  it('a dead code begins anew at Meta, with the same choices', async () => {
    half = [aSignup(1, { next: 'window', mode: 'coexistence', history_days: 180 }, 'A Meta não aceitou mais o código.')]
    ;[signup] = half as [WhatsappSignup]
    await show()
    await clickButton('Continuar')
    await waitFor(async () => expect((await stepsSaid())[1]).toContain('A Meta não aceitou mais o código.'))
    await choose('Continuar')
    expect(await (await dialog()).findByRole('link', { name: /^Abrir a página da Meta/ })).toBeTruthy()
    expect(provider.requests(createWhatsappSignup).map(({ body }) => body)).toEqual([
      { agent_id: 'agent-1', mode: 'coexistence', history_days: 180 },
    ])
  })

  it('NUM-05 asks for the PIN of the number', async () => {
    const words = 'Digite o PIN de verificação em duas etapas deste número.'
    half = [aSignup(4, { next: 'pin' }, words)]
    ;[signup] = half as [WhatsappSignup]
    provider.on(finishWhatsappSignup, () => {
      signup = aSignup(5)
      return { success: true, data: signup }
    })
    await show()
    await clickButton(/^Continuar/)
    expect((await (await dialog()).findAllByText(words)).length).toBeGreaterThan(0)
    await userEvent.type((await dialog()).getByLabelText('PIN de 6 algarismos'), '24x6813')
    await choose('Continuar')
    await waitFor(() => expect(provider.requests(finishWhatsappSignup).map(({ body }) => body)).toEqual([{ pin: '246813' }]))
    await waitFor(async () => expect((await dialog()).queryByLabelText('PIN de 6 algarismos')).toBeNull())
  })

  it('a number whose access is gone is linked anew by Meta’s page', async () => {
    const problem = {
      code: 'access',
      severity: 'broken' as const,
      text: 'O acesso a este número venceu ou foi retirado.',
      step: { label: 'Reconectar', action: 'reconnect' },
      since: TEST_DATE,
    }
    number = aNumber({ status: 'broken', problems: [problem] })
    await show()
    await clickButton(/^Reconectar/)
    expect((await dialog()).getByRole('radio', { name: 'Continuo usando no celular' })).toBeTruthy()
  })

  it('whoever has an app at Meta goes to the form', async () => {
    await show()
    await clickButton('Conectar WhatsApp')
    await choose('Tenho um app próprio na Meta')
    expect(await screen.findByRole('dialog', { name: 'Ligar número' })).toBeTruthy()
    expect(provider.requests(createWhatsappNumber)).toEqual([])
  })

  it('says why nothing could be begun', async () => {
    provider.on(createWhatsappSignup, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE', { message: 'Não está configurada.' }))
    await show()
    await clickButton('Conectar WhatsApp')
    await userEvent.selectOptions((await dialog()).getByLabelText(/Agente que atende/), 'agent-1')
    await choose('Continuar')
    await waitFor(async () => expect((await dialog()).getByRole('alert').textContent).toBe('Não está configurada.'))
  })

  it('is not there where the provider does not offer it: the form is', async () => {
    setSignedInUser({
      capabilities: ['numbers'],
      tenant: { id: 't', name: 'Prosa', domain: 'p.local', active: true, platform: true },
    })
    await show()
    await clickButton('Conectar WhatsApp')
    expect(await screen.findByRole('dialog', { name: 'Ligar número' })).toBeTruthy()
    expect(provider.requests(listUnclaimedAccounts)).toEqual([])
  })
})

describe('accounts that nobody has', () => {
  const account = { waba_id: '102290129340398', owner_business_id: '506914307656634', announced_at: TEST_DATE }
  const tenants = [
    { id: 'tenant-2', name: 'Vitta', agents: [{ id: 'agent-9', name: 'Rosa' }] },
    { id: 'tenant-3', name: 'Loja', agents: [] },
  ]
  const atPlatform = () =>
    setSignedInUser({
      capabilities: ['numbers', 'signup'],
      tenant: { id: 'tenant-1', name: 'Prosa', domain: 'prosa.local', active: true, platform: true },
    })

  it('NUM-04 are shown to staff of the platform, who say whose they are', async () => {
    atPlatform()
    let accounts = [account]
    provider
      .on(listUnclaimedAccounts, () => ({ success: true, data: { accounts, tenants } }))
      .on(assignUnclaimedAccount, () => {
        accounts = []
        return { success: true, data: aSignup(5) }
      })
    await show()
    const list = within(await screen.findByRole('list', { name: 'Contas sem dono' }))
    expect(list.getByRole('listitem').textContent).toContain('Conta 102290129340398')
    await userEvent.click(list.getByRole('button', { name: /^Ligar a uma organização/ }))
    const layer = within(await screen.findByRole('dialog', { name: 'Ligar a uma organização' }))
    await userEvent.click(layer.getByRole('button', { name: 'Ligar à organização' }))
    expect(await layer.findByText('Escolha a organização que é dona da conta.')).toBeTruthy()
    await userEvent.selectOptions(layer.getByLabelText(/^Organização/), 'tenant-2')
    await userEvent.click(layer.getByRole('button', { name: 'Ligar à organização' }))
    await waitFor(() => expect(getShownNotifications()).toContainEqual(['success', 'Número ligado: +55 11 4000-1234, de Vitta.']))
    expect(provider.requests(assignUnclaimedAccount).map(({ params, body }) => [params, body])).toEqual([
      [{ wabaId: account.waba_id }, { tenant_id: 'tenant-2', agent_id: 'agent-9' }],
    ])
    await waitFor(() => expect(screen.queryByText('Contas sem dono')).toBeNull())
  })

  it('NUM-04 are asked for by nobody else', async () => {
    await show()
    await screen.findByRole('button', { name: 'Conectar WhatsApp' })
    expect(provider.requests(listUnclaimedAccounts)).toEqual([])
  })
})
