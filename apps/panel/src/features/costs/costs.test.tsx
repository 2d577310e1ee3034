import { getBudget, getCostSummary, getRates, setRates } from '@prosa/contract/calls/reports/costs'
import type { DatedRate } from '@prosa/contract/entities/reports/cost'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { createErrorResponse, createFakeProvider } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../testing/session.ts'
import DashboardCosts from './dashboard-costs.tsx'
import './rate-dialog.tsx'
import RatesCard from './rates-card.tsx'

const seed: DatedRate = { subject: 'category', name: 'service', currency: 'BRL', price: 0.035, valid_from: '2026-10-01' }
let own: DatedRate[]
let provider: ReturnType<typeof createFakeProvider>

beforeEach(() => {
  setSignedInUser()
  own = []
  const data = () => ({
    models: ['m-1'],
    rates: [
      ...(own.some(({ name }) => name === 'service') ? [] : [{ ...seed, to_check: true }]),
      ...own.map((rate) => ({ ...rate, to_check: false })),
    ],
  })
  provider = createFakeProvider()
    .on(getRates, () => ({ success: true, data: data() }))
    .on(setRates, ({ body }) => {
      own = body.rates
      return { success: true, data: data() }
    })
})

describe('prices', () => {
  const row = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement)

  it('are to be checked until somebody sets them, from a day on', async () => {
    await renderWithRouter(<RatesCard />)
    expect((await row('Mensagem de atendimento')).getByText('a conferir')).toBeTruthy()
    expect((await row('Modelo de autenticação')).getByText('Sem preço')).toBeTruthy()
    expect((await row('m-1: tokens lidos')).getByText('O que o servidor informa')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Mudar Mensagem de atendimento' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Mensagem de atendimento' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(dialog.getByText('Escreva um valor, como 0,035.')).toBeTruthy()
    expect(provider.requests(setRates)).toHaveLength(0)
    await userEvent.type(dialog.getByLabelText('Novo preço'), '0,04')
    const from = dialog.getByLabelText<HTMLInputElement>('Vale a partir de')
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(own).toEqual([{ ...seed, price: 0.04, valid_from: from.value }])
    expect((await row('Mensagem de atendimento')).queryByText('a conferir')).toBeNull()
    expect((await row('Mensagem de atendimento')).getByText('R$ 0,04')).toBeTruthy()
  })

  it('that are the organisation’s own can be removed, and the product’s is back', async () => {
    own = [{ ...seed, price: 0.04 }]
    await renderWithRouter(<RatesCard />)
    await userEvent.click(await screen.findByRole('button', { name: 'Mudar Mensagem de atendimento' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Remover R\$\s0,04 desde 01\/10\/2026$/ }))
    await waitFor(() => expect(own).toEqual([]))
    expect(await within(screen.getByRole('dialog')).findByText('a conferir')).toBeTruthy()
  })

  it('are not there where the provider has none', async () => {
    provider.on(getRates, () => createErrorResponse(404, 'RESOURCE_NOT_FOUND'))
    await renderWithRouter(<RatesCard />)
    await waitFor(() => expect(screen.queryByText('Custos')).toBeNull())
  })
})

describe('the period', () => {
  const sum = (micro_brl: number, more: object = {}) => ({ micro_brl, count: 4, unpriced: 0, estimated: 0, ...more })

  it('COST-02 COST-07 COST-08 is told whole and in parts, and how many have no price', async () => {
    provider.on(getCostSummary, ({ query }) => ({
      success: true,
      data: {
        from: '2026-11-01',
        to: '2026-11-30',
        group_by: query['group_by'] === 'agent' ? ('agent' as const) : ('kind' as const),
        total: sum(12_340_000, { unpriced: 3, count: 9 }),
        bill: {
          from: '2026-11-01T12:00:00.000Z',
          to: '2026-11-25T12:00:00.000Z',
          meta_micro_brl: 12_500_000,
          ours_micro_brl: 12_340_000,
        },
        groups:
          query['group_by'] === 'agent'
            ? [{ key: 'a', label: 'Clara', ...sum(12_340_000) }]
            : [
                { key: 'meta', label: null, ...sum(12_340_000) },
                { key: 'transcript', label: null, ...sum(0, { unpriced: 4 }) },
                { key: 'model', label: null, ...sum(4_000) },
              ],
      },
    }))
    const spent = sum(410_000_000)
    provider.on(getBudget, () => ({
      success: true,
      data: { brl_month: 500, at_limit: 'notify' as const, month: '2026-11', spent, state: 'near' as const },
    }))
    await renderWithRouter(<DashboardCosts from="2026-11-01" to="2026-11-30" />)
    expect(await screen.findByText('3 sem preço')).toBeTruthy()
    expect(await screen.findByText(/^Os agentes já usaram 80 % do limite/)).toBeTruthy()
    // COST-08: the days are the same in every time zone of the browser.
    expect(
      screen.getByText(
        /^Pela Meta, as mensagens de 01\/11 a 25\/11 custaram R\$\s12,50; contamos R\$\s12,34 \(diferença de 1,3 %\)\.$/,
      ),
    ).toBeTruthy()
    const cells = (name: RegExp) =>
      within(screen.getByRole('row', { name }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '))
    expect(cells(/^Mensagens no WhatsApp/)).toEqual(['4', 'R$ 12,34'])
    expect(cells(/^Transcrições/)).toEqual(['4', 'Sem preço'])
    expect(cells(/^Respostas do modelo/)).toEqual(['4', 'menos de R$ 0,01'])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Custos por' }), 'Por agente')
    expect(await screen.findByRole('row', { name: /^Clara/ })).toBeTruthy()
  })
})
