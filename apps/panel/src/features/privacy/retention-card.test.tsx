import { getRetention, setRetention } from '@prosa/contract/calls/privacy'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { useNotifications } from '../../shared/notifications.ts'
import { type FakeProvider, failure, fakeProvider } from '../../testing/fake-provider.ts'
import { renderAt } from '../../testing/render.tsx'
import { signedIn } from '../../testing/session.ts'
import { RetentionCard } from './retention-card.tsx'

let provider: FakeProvider
let kept: number | null
beforeEach(() => {
  signedIn()
  kept = null
  provider = fakeProvider()
    .on(getRetention, () => ({ success: true, data: { months: kept } }))
    .on(setRetention, ({ body }) => {
      kept = body.months
      return { success: true, data: { months: kept } }
    })
})

const choice = () => screen.findByRole('combobox', { name: 'Leads sem movimento' })

it('asks before leads are to be erased by themselves, and keeps what was chosen', async () => {
  await renderAt(<RetentionCard />)
  await userEvent.selectOptions(await choice(), 'Apagar depois de 2 anos sem movimento')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await screen.findByDisplayValue('Guardar sempre')).toBe(await choice())
  expect(kept).toBeNull()

  await userEvent.selectOptions(await choice(), 'Apagar depois de 2 anos sem movimento')
  await screen.findByRole('alertdialog', { name: 'Apagar leads parados há mais de 2 anos?' })
  await userEvent.click(screen.getByRole('button', { name: 'Apagar daqui em diante' }))
  await waitFor(() => expect(kept).toBe(24))
  expect(await screen.findByDisplayValue('Apagar depois de 2 anos sem movimento')).toBe(await choice())
})

it('takes the end of erasing without a question, and shows a time that was set elsewhere', async () => {
  kept = 7
  await renderAt(<RetentionCard />)
  expect(await screen.findByDisplayValue('Apagar depois de 7 meses sem movimento')).toBe(await choice())
  await userEvent.selectOptions(await choice(), 'Guardar sempre')
  await waitFor(() => expect(kept).toBeNull())
})

it('says that a change failed, and goes on showing what holds', async () => {
  kept = 12
  provider.on(setRetention, () => failure(500, 'INTERNAL_SERVER_ERROR'))
  await renderAt(<RetentionCard />)
  await userEvent.selectOptions(await choice(), 'Guardar sempre')
  await waitFor(() =>
    expect(useNotifications.getState().notifications.map(({ title }) => title)).toContain(
      'Não foi possível mudar a guarda de dados',
    ),
  )
  expect(await screen.findByDisplayValue('Apagar depois de 1 ano sem movimento')).toBe(await choice())
})

it('is not there for an operator, nor where the provider has none of this', async () => {
  signedIn({ role: 'operator' })
  await renderAt(<RetentionCard />)
  expect(provider.requests(getRetention)).toEqual([])

  signedIn()
  provider.on(getRetention, () => failure(404, 'NOT_FOUND'))
  await renderAt(<RetentionCard />)
  await waitFor(() => expect(provider.requests(getRetention)).not.toEqual([]))
  await expect(screen.findByText('Guarda de dados', {}, { timeout: 50 })).rejects.toThrow()
})
