import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fetchAgentByType, getConversationRows, openAgentConversations } from './support/chat.ts'

/**
 * Delays a chunk of the panel's code.
 * @returns a function that releases it
 */
const delayChunk = async (page: Page, part: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(new RegExp(`/assets/${part}-[^/]*\\.js$`), async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const openChat = async (page: Page) => {
  await openAgentConversations(page, await fetchAgentByType(page, 'SDR'))
  await expect(getConversationRows(page).first()).toBeVisible()
}

test('what is typed before the palette has come stands in its field, whole and in order @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  const comes = await delayChunk(page, 'command-palette')
  await openChat(page)
  const field = page.getByLabel('Conversa, agente, página ou ação')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('tema')
  await expect(field).toHaveValue('tema')
  await expect(field).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The chunk arrives while the user types, and typing is not interrupted.
  const rest = ': nada disso existe aqui nem ali nem em lugar nenhum que se conheça, por mais que se procure'
  const typing = page.keyboard.type(rest)
  comes()
  await typing
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(field).toHaveValue(`tema${rest}`)
  await field.fill('tema light')
  await expect(page.getByRole('option')).toHaveText(['Tema: Light', 'Pesquisar “tema light” nas mensagens'])
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the palette, left before it has come, gives the focus back and forgets @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  const comes = await delayChunk(page, 'command-palette')
  await openChat(page)
  const before = page.getByRole('button', { name: 'Atualizar conversas' })
  await before.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('jrk')
  await page.keyboard.press('Escape')
  await expect(before).toBeFocused()
  await expect(page).toHaveURL(/\/chat$/)
  comes()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox')).toHaveValue('')
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(before).toBeFocused()
})

test('LIST-03 LIST-08 what is typed before the filters have come finds the filter', async ({ windowOf }) => {
  const page = await windowOf('staff')
  const layerComes = await delayChunk(page, 'popover-layer')
  const listComes = await delayChunk(page, 'filter-list')
  await openChat(page)
  const field = page.getByLabel('Filtrar por...').last()
  await page.getByRole('button', { name: 'Filtrar conversas' }).click()
  await page.keyboard.type('nec')
  await expect(field).toBeFocused()
  layerComes()
  const popover = page.getByRole('dialog', { name: 'Filtrar conversas' })
  await Promise.all([page.keyboard.type('ess'), expect(popover).toBeVisible()])
  const typing = page.keyboard.type('ita atenção')
  listComes()
  await typing
  await expect(page.getByRole('option')).toHaveText(['Necessita atenção'])
  await expect(popover.getByRole('combobox')).toHaveValue('necessita atenção')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Voltar', exact: true })).toBeVisible()
  await expect(popover).toHaveCount(0)
})
