import { getBudget, setBudget } from '@prosa/contract/calls/reports/costs'
import type { Budget } from '@prosa/contract/entities/reports/cost'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { createQueryClient } from '../../shared/api/query-client.ts'
import { useNotifications } from '../../shared/notifications/notifications.ts'
import { createFakeProvider } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../testing/session.ts'
import BudgetCard from './budget-card.tsx'
import { updateBudgetWarning } from './update-budget-warning.ts'

let budget: Budget
let provider: ReturnType<typeof createFakeProvider>

beforeEach(() => {
  setSignedInUser()
  budget = {
    brl_month: null,
    at_limit: 'save',
    month: '2026-11',
    spent: { micro_brl: 400_000_000, count: 40, unpriced: 3, estimated: 0 },
    state: 'under',
  }
  provider = createFakeProvider()
    .on(getBudget, () => ({ success: true, data: budget }))
    .on(setBudget, ({ body }) => {
      budget = { ...budget, ...body, state: body.brl_month === null ? 'under' : 'near' }
      return { success: true, data: budget }
    })
})

describe('COST-05 the limit of a month', () => {
  const limit = () => screen.findByLabelText<HTMLInputElement>('Limite por mês, em reais')
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }))

  it('is none until it is set, and says how far agents are', async () => {
    await renderWithRouter(<BudgetCard />)
    expect((await limit()).value).toBe('')
    expect(screen.queryByRole('meter')).toBeNull()
    expect(screen.getByText('3 sem preço')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar' }).disabled).toBe(true)
    await userEvent.type(await limit(), '500')
    await userEvent.selectOptions(screen.getByLabelText('Ao chegar no limite'), 'Passar para a equipe')
    expect(screen.getByText(/chamam a equipe\. Um lead em perigo é sempre atendido\./)).toBeTruthy()
    await save()
    expect(await screen.findByText(/^Os agentes já usaram 80 % do limite de R\$\s500,00 deste mês\.$/)).toBeTruthy()
    expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('80')
    expect(budget).toMatchObject({ brl_month: 500, at_limit: 'hand_over' })
    await userEvent.clear(await limit())
    await save()
    await waitFor(() => expect(budget.brl_month).toBeNull())
  })

  it.each(['abc', '0', '-5', '1,005', '10.000.001'])('%s is no limit', async (typed) => {
    await renderWithRouter(<BudgetCard />)
    await userEvent.type(await limit(), typed)
    await save()
    expect(screen.getByText('Escreva um valor em reais, como 500 ou 499,90.')).toBeTruthy()
    expect(provider.requests(setBudget)).toHaveLength(0)
  })
})

describe('COST-05 wherever a manager is', () => {
  const said = () => useNotifications.getState().notifications.map(({ title }) => title?.replaceAll('\u00A0', ' '))

  it('says that agents come to the limit, once for each step, and takes it back below it', async () => {
    const client = createQueryClient()
    budget = { ...budget, brl_month: 500, state: 'near' }
    await updateBudgetWarning(client)
    expect(said()).toEqual(['Os agentes já usaram 80 % do limite de R$ 500,00 deste mês.'])
    budget = { ...budget, state: 'reached' }
    await updateBudgetWarning(client)
    expect(said()).toEqual([
      'Os agentes chegaram ao limite de R$ 500,00 deste mês. Até o fim do mês eles respondem com os textos prontos.',
    ])
    budget = { ...budget, state: 'under' }
    await updateBudgetWarning(client)
    expect(said()).toEqual([])
  })

  it('says nothing to whoever manages nothing', async () => {
    setSignedInUser({ role: 'operator', permissions: [] })
    budget = { ...budget, brl_month: 500, state: 'reached' }
    await updateBudgetWarning(createQueryClient())
    expect(said()).toEqual([])
    expect(provider.requests(getBudget)).toHaveLength(0)
  })
})
