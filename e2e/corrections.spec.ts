import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectAccessibleInAllViews } from './support/accessibility.ts'
import { fetchAgentByType, getThread } from './support/chat.ts'
import { openNewLeadConversation } from './support/lead.ts'

test.describe.configure({ mode: 'serial' })

const corrections = (page: Page) => page.getByRole('list', { name: 'Correções' })
const versions = (page: Page) => page.getByRole('list', { name: 'Versões' })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Páginas do agente' }).getByRole('link', { name, exact: true })

test('LEARN-02 LEARN-04 LEARN-05 a wrong answer becomes a check that holds a publication back', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'CLOSER')
  await openNewLeadConversation(page, await freshWindow(), agent, 'Boa tarde, sou a Rita')
  await expect(page.locator('[data-message-tools]')).toBeAttached()
  await getThread(page).locator('[data-speaker]:not([data-speaker="lead"])').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Corrigir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Corrigir a resposta' })
  await expect(dialog.getByLabel('O que deveria ter dito')).toBeFocused()
  await page.keyboard.type('Boa tarde! O Vila Flora custa R$ 350 mil.')
  await expect(dialog.getByLabel('A resposta precisa conter')).toHaveValue('Vila Flora; R$ 350 mil')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)

  await page.goto(`/agents/${agent._id}`)
  await page.getByLabel('Instruções').fill('Fale do Vila Flora.')
  await page.getByRole('button', { name: 'Salvar rascunho' }).click()
  await expect(page.getByRole('note').filter({ hasText: 'Rascunho de' })).toBeVisible()
  await tab(page, 'Testes').click()
  await expect(corrections(page)).toContainText('Por conferir')
  await page.getByRole('button', { name: 'Conferir tudo (1 correção)' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 correção vermelha' })).toBeVisible()
  await expect(corrections(page)).toContainText('Falta “Vila Flora”.')

  await tab(page, 'Versões').click()
  await expect(page.getByRole('button', { name: 'Publicar', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Publicar mesmo assim' }).click()
  const override = page.getByRole('dialog', { name: 'Publicar mesmo assim?' })
  await override.getByLabel('Motivo').fill('A equipe acompanha de perto.')
  await override.getByRole('button', { name: 'Publicar mesmo assim' }).click()
  await expect(versions(page).getByRole('listitem').first()).toContainText('Versão 2')
})

test('LEARN-06 a version is brought back', async ({ windowOf }) => {
  const page = await windowOf('admin')
  const agent = await fetchAgentByType(page, 'CLOSER')
  await expectAccessibleInAllViews(page, async () => {
    await page.goto(`/agents/${agent._id}/testes`)
    await expect(corrections(page)).toContainText('Vila Flora')
  })
  await expectAccessibleInAllViews(page, async () => {
    await page.goto(`/agents/${agent._id}/versoes`)
    await expect(versions(page).getByRole('listitem')).toHaveCount(2)
  })
  await page.getByRole('button', { name: 'Voltar a esta versão: 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Voltar a esta versão' }).click()
  await expect(versions(page).getByRole('listitem').first()).toContainText('De volta à versão 1')
  await expect(versions(page).getByRole('listitem')).toHaveCount(3)
})
