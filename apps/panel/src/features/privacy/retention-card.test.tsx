import { getRetention, setRetention } from '@prosa/contract/calls/organisation/privacy'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { useNotifications } from '../../shared/notifications/notifications.ts'
import { createErrorResponse, createFakeProvider, type FakeProvider } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../testing/session.ts'
import { RetentionCard } from './retention-card.tsx'

let provider: FakeProvider
let kept: number | null
let filesKept: number | null | undefined
beforeEach(() => {
  setSignedInUser()
  kept = null
  filesKept = undefined
  const held = () => ({ months: kept, ...(filesKept === undefined ? {} : { file_months: filesKept }) })
  provider = createFakeProvider()
    .on(getRetention, () => ({ success: true, data: held() }))
    .on(setRetention, ({ body }) => {
      kept = body.months
      filesKept = body.file_months
      return { success: true, data: held() }
    })
})

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar' })
const choice = () => screen.findByRole('combobox', { name: 'Leads sem movimento' })

it('asks before leads are to be erased by themselves, and keeps what was chosen', async () => {
  await renderWithRouter(<RetentionCard />)
  expect(await screen.findByText('Nada é apagado sozinho.')).toBeTruthy()
  expect(save().disabled).toBe(true)
  await userEvent.selectOptions(await choice(), 'Apagar depois de 2 anos sem movimento')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByText(/tem cadastro, mensagens e arquivos apagados/)).toBeTruthy()
  await userEvent.click(save())
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await screen.findByDisplayValue('Apagar depois de 2 anos sem movimento')).toBe(await choice())
  expect(kept).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(save()))

  await userEvent.click(save())
  await screen.findByRole('alertdialog', { name: 'Apagar leads parados há mais de 2 anos?' })
  await userEvent.dblClick(screen.getByRole('button', { name: 'Apagar daqui em diante' }))
  await waitFor(() => expect(kept).toBe(24))
  expect(await screen.findByDisplayValue('Apagar depois de 2 anos sem movimento')).toBe(await choice())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(provider.requests(setRetention)).toHaveLength(1)
  await waitFor(async () => expect(document.activeElement).toBe(await choice()))
  expect(save().disabled).toBe(true)
})

it('takes the end of erasing without a question, and shows a time that was set elsewhere', async () => {
  kept = 7
  await renderWithRouter(<RetentionCard />)
  expect(await screen.findByDisplayValue('Apagar depois de 7 meses sem movimento')).toBe(await choice())
  await userEvent.selectOptions(await choice(), 'Guardar sempre')
  expect(kept).toBe(7)
  await userEvent.click(save())
  await waitFor(() => expect(kept).toBeNull())
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'))
  expect(document.activeElement).toBe(save())
})

it('files have a time of their own, which is asked about too; what is not changed is not asked about', async () => {
  filesKept = null
  kept = 24
  await renderWithRouter(<RetentionCard />)
  expect(await screen.findByText('Ficam enquanto o lead ficar.')).toBeTruthy()
  const files = () => screen.findByRole('combobox', { name: 'Arquivos das conversas' })
  await userEvent.selectOptions(await files(), 'Apagar depois de 6 meses')
  await userEvent.click(save())
  const dialog = await screen.findByRole('alertdialog', { name: 'Apagar arquivos com mais de 6 meses?' })
  expect(dialog.textContent).toContain('as mensagens ficam')
  await userEvent.click(screen.getByRole('button', { name: 'Apagar daqui em diante' }))
  await waitFor(() => expect([kept, filesKept]).toEqual([24, 6]))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await userEvent.selectOptions(await choice(), 'Apagar depois de 1 ano sem movimento')
  await userEvent.selectOptions(await files(), 'Apagar depois de 1 ano')
  await userEvent.click(save())
  await screen.findByRole('alertdialog', { name: 'Apagar leads parados há mais de 1 ano e arquivos com mais de 1 ano?' })
})

it('shows nothing of files where the provider has none of that', async () => {
  await renderWithRouter(<RetentionCard />)
  await choice()
  expect(screen.queryByRole('combobox', { name: 'Arquivos das conversas' })).toBeNull()
})

it('says that a change failed, and keeps the choice to be saved again', async () => {
  kept = 12
  provider.on(setRetention, () => createErrorResponse(500, 'INTERNAL_SERVER_ERROR'))
  await renderWithRouter(<RetentionCard />)
  await userEvent.selectOptions(await choice(), 'Guardar sempre')
  await userEvent.click(save())
  await waitFor(() =>
    expect(useNotifications.getState().notifications.map(({ title }) => title)).toContain(
      'Não foi possível mudar a guarda de dados',
    ),
  )
  expect(document.activeElement).toBe(save())
  expect(save().disabled).toBe(false)
})

it('is not there for an operator, nor where the provider has none of this', async () => {
  setSignedInUser({ role: 'operator' })
  const { unmount } = await renderWithRouter(<RetentionCard />)
  expect(provider.requests(getRetention)).toEqual([])
  unmount()

  setSignedInUser()
  provider.on(getRetention, () => createErrorResponse(404, 'NOT_FOUND'))
  await renderWithRouter(<RetentionCard />)
  expect(screen.getByText('Guarda de dados')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Guarda de dados')).toBeNull())
})
