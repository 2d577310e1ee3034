import {
  checkWhatsappNumber,
  createWhatsappNumber,
  deleteWhatsappNumber,
  listWhatsappNotices,
  listWhatsappNumbers,
  registerWhatsappNumber,
  updateWhatsappNumber,
} from '@prosa/contract/calls/whatsapp/channels'
import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { createErrorResponse, createFakeProvider, type FakeProvider } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../testing/session.ts'
import { aNumber, clickButton, getShownNotifications, TEST_AGENTS, TEST_DATE, typeIntoField } from './testing/a-number.ts'
import { WhatsappCard } from './whatsapp-card.tsx'

let provider: FakeProvider
let numbers: WhatsappNumber[]
let ready: boolean
beforeEach(() => {
  setSignedInUser()
  numbers = [aNumber()]
  ready = true
  provider = createFakeProvider().on(listWhatsappNumbers, () => ({
    success: true,
    data: { numbers, webhook: { url: 'https://prosa.example/webhooks/whatsapp', ready } },
  }))
})
const show = () => renderWithRouter(<WhatsappCard agents={TEST_AGENTS} />)

describe('the WhatsApp numbers', () => {
  it('PROV-04 show their state, their agent, and where Meta is to call', async () => {
    numbers = [
      aNumber(),
      aNumber({ id: 'n2', display_number: '+55 21 3000-0000', status: 'broken', status_reason: 'O token expirou.' }),
    ]
    ready = false
    await show()
    const [works, broken] = await screen.findAllByRole('listitem')
    expect(works?.textContent).toMatch(/4000-1234.*Funcionando.*Aurora Imóveis.*Atendido por Clara/)
    expect(broken?.textContent).toMatch(/Com problema.*O token expirou\./)
    expect(screen.getByLabelText<HTMLInputElement>('Endereço do webhook').value).toBe('https://prosa.example/webhooks/whatsapp')
    expect(screen.getByRole('note').textContent).toContain('WHATSAPP_APP_SECRET')
    expect(screen.getByRole('note').textContent).toContain('Peça a quem cuida do servidor')
    expect(screen.getByRole('note').querySelector('details')?.open).toBe(false)
  })

  it('are linked after Meta has answered; a refusal stands under its field and keeps what was typed', async () => {
    let refuse = true
    provider.on(createWhatsappNumber, ({ body }) => {
      if (refuse)
        return createErrorResponse(400, 'VALIDATION_ERROR', {
          message: 'A Meta não reconhece.',
          fieldErrors: { access_token: 'Token vencido.' },
        })
      numbers = [aNumber(), aNumber({ id: 'n2', ...body })]
      return { success: true, data: aNumber({ id: 'n2', display_number: '+55 11 4000-9999' }) }
    })
    await show()
    await clickButton('Conectar WhatsApp')
    const dialog = await screen.findByRole('dialog', { name: 'Ligar número' })
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/Agente que atende/)))
    const submit = within(dialog).getByRole('button', { name: 'Ligar número' })
    await userEvent.click(submit)
    expect(await within(dialog).findByText('Escolha o agente que atende neste número.')).toBeTruthy()
    expect(within(dialog).getByText('ID do número: só os números, como a Meta mostra.')).toBeTruthy()
    await userEvent.selectOptions(within(dialog).getByLabelText(/Agente que atende/), 'agent-2')
    await typeIntoField(/ID do número de telefone/, '106540352242999')
    await typeIntoField(/ID da conta/, '102290129340398')
    await typeIntoField(/Token de acesso/, 'EAAG-token')
    await userEvent.click(submit)
    expect(await within(dialog).findByText('Token vencido.')).toBeTruthy()
    expect(within(dialog).getByText('Corrija os campos marcados.')).toBeTruthy()
    expect(document.activeElement).toBe(within(dialog).getByLabelText(/Token de acesso/))
    refuse = false
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ligar número' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(provider.requests(createWhatsappNumber).at(-1)?.body).toEqual({
      agent_id: 'agent-2',
      phone_number_id: '106540352242999',
      waba_id: '102290129340398',
      access_token: 'EAAG-token',
    })
    expect(await screen.findAllByRole('listitem')).toHaveLength(2)
    expect(getShownNotifications()).toContainEqual(['success', 'Número +55 11 4000-9999 ligado.'])
  })

  it('are changed by what was changed only; the token never comes back to the screen', async () => {
    provider.on(updateWhatsappNumber, () => ({ success: true, data: aNumber() }))
    await show()
    await clickButton(/^Editar/)
    expect((await screen.findByLabelText<HTMLInputElement>(/Token de acesso/)).value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>(/ID do número de telefone/).readOnly).toBe(true)
    await userEvent.selectOptions(screen.getByLabelText(/Agente que atende/), 'agent-2')
    await clickButton('Salvar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(provider.requests(updateWhatsappNumber).map(({ body }) => body)).toEqual([{ agent_id: 'agent-2' }])
  })

  it('are checked with Meta, and say what came of it', async () => {
    let answer = aNumber()
    provider.on(checkWhatsappNumber, () => ({ success: true, data: answer }))
    await show()
    await clickButton(/^Verificar/)
    await waitFor(() =>
      expect(getShownNotifications()).toContainEqual(['success', 'A Meta respondeu: +55 11 4000-1234 está funcionando.']),
    )
    answer = aNumber({ status: 'broken', status_reason: 'O token de acesso expirou.' })
    numbers = [answer]
    await clickButton(/^Verificar/)
    expect(await screen.findByText('Com problema')).toBeTruthy()
    expect(getShownNotifications()).toContainEqual(['warning', 'O token de acesso expirou.'])
  })

  it('NUM-18 show each problem in a sentence with the one thing to do, and what Meta says of them', async () => {
    provider.on(registerWhatsappNumber, ({ body }) =>
      body.pin
        ? { success: true, data: aNumber() }
        : createErrorResponse(400, 'VALIDATION_ERROR', { message: 'Digite o PIN de verificação em duas etapas deste número.' }),
    )
    numbers = [
      aNumber({
        status: 'broken',
        mode: 'coexistence',
        quality: 'GREEN',
        limit: 2_000,
        used_24h: 312,
        problems: [
          {
            code: 'payment',
            severity: 'broken',
            text: 'A Meta parou os envios por falta de pagamento.',
            step: { label: 'Abrir cobrança', url: 'https://business.facebook.com/billing_hub/accounts' },
            since: TEST_DATE,
          },
          {
            code: 'unregistered',
            severity: 'broken',
            text: 'O número não está registrado.',
            step: { label: 'Registrar', action: 'register' },
            since: TEST_DATE,
          },
        ],
      }),
    ]
    await show()
    const [row] = await screen.findAllByRole('listitem')
    expect(row?.textContent).toMatch(/Com problema.*Qualidade alta · Hoje: pelo menos 312 de 2\.000 pessoas · Também no celular/)
    const problems = within(screen.getByRole('list', { name: /^Problemas de/ }))
    const link = problems.getByRole<HTMLAnchorElement>('link', { name: /^Abrir cobrança/ })
    expect([link.href, link.rel]).toEqual(['https://business.facebook.com/billing_hub/accounts', 'noopener noreferrer'])
    await userEvent.click(problems.getByRole('button', { name: /^Registrar/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Registrar' }))
    expect(await dialog.findByText('Digite o PIN de verificação em duas etapas deste número.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText(/^PIN/), '123456')
    await userEvent.click(dialog.getByRole('button', { name: 'Registrar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(provider.requests(registerWhatsappNumber).at(-1)?.body).toEqual({ pin: '123456' })
  })

  it('NUM-06 are green only once Meta has brought something of them', async () => {
    const webhook = { address: 'https://prosa.example/webhooks/whatsapp', event_at: null }
    numbers = [aNumber({ webhook }), aNumber({ id: 'n2', webhook: { ...webhook, event_at: TEST_DATE } })]
    await show()
    const [unproven, proven] = await screen.findAllByRole('listitem')
    expect(unproven?.textContent).toMatch(/Atenção.*Mande um “oi” de outro celular para \+55 11 4000-1234\./)
    expect(proven?.textContent).toContain('Funcionando')
  })

  it('WIRE-13 tell what Meta said of them, in a sentence and as it came, page by page', async () => {
    setSignedInUser({ capabilities: ['numbers'] })
    const notice = (n: number) => ({
      id: `notice-${n}`,
      field: 'account_update',
      event: 'INVENTED_TOMORROW',
      text: `Aviso da Meta: INVENTED_TOMORROW ${n}`,
      at: TEST_DATE,
      payload: { event: 'INVENTED_TOMORROW', n },
    })
    provider.on(listWhatsappNotices, ({ query }) => ({
      success: true,
      data: query.cursor ? { notices: [notice(2)], nextCursor: null } : { notices: [notice(1)], nextCursor: 'next' },
    }))
    await show()
    await clickButton(/^Mais ações de/)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'O que a Meta disse' }))
    const dialog = await screen.findByRole('dialog', { name: 'O que a Meta disse' })
    expect(await within(dialog).findByText('Aviso da Meta: INVENTED_TOMORROW 1')).toBeTruthy()
    expect(
      within(dialog)
        .getByText(/"n": 1/)
        .closest('details')?.open,
    ).toBe(false)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mostrar mais' }))
    expect(await within(dialog).findByText('Aviso da Meta: INVENTED_TOMORROW 2')).toBeTruthy()
    expect(within(dialog).queryByRole('button', { name: 'Mostrar mais' })).toBeNull()
  })

  it('have no word of Meta where the provider keeps none', async () => {
    await show()
    await clickButton(/^Mais ações de/)
    expect(await screen.findByRole('menuitem', { name: 'Desligar' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'O que a Meta disse' })).toBeNull()
  })

  it('are switched off only after a question', async () => {
    provider.on(deleteWhatsappNumber, () => {
      numbers = []
      return { success: true }
    })
    await show()
    await clickButton(/^Mais ações de/)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Desligar' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('As conversas ficam.')
    expect(provider.requests(deleteWhatsappNumber)).toHaveLength(0)
    await userEvent.click(within(question).getByRole('button', { name: 'Desligar' }))
    expect(await screen.findByText(/Nenhum número conectado/)).toBeTruthy()
  })

  it('are not asked for by who may not set them up', async () => {
    setSignedInUser({ role: 'operator' })
    await show()
    expect(screen.queryByText('WhatsApp')).toBeNull()
    expect(provider.requests(listWhatsappNumbers)).toHaveLength(0)
  })

  it.each([404, 501])('are no part of the page where the provider answers %i', async (status) => {
    provider.on(listWhatsappNumbers, () => createErrorResponse(status, 'NOT_IMPLEMENTED'))
    await show()
    await waitFor(() => expect(screen.queryByText('WhatsApp')).toBeNull())
    expect(provider.requests(listWhatsappNumbers)).toHaveLength(1)
  })

  it('can be asked for again after a failure', async () => {
    let works = false
    provider.on(listWhatsappNumbers, () =>
      works
        ? { success: true, data: { numbers, webhook: { url: 'https://prosa.example', ready } } }
        : createErrorResponse(500, 'SERVER_ERROR', { message: 'Banco fora do ar' }),
    )
    await show()
    expect((await screen.findByRole('alert')).textContent).toBe('Banco fora do ar')
    works = true
    await clickButton('Tentar novamente')
    expect(await screen.findByText('+55 11 4000-1234')).toBeTruthy()
  })
})
