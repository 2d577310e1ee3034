import { expect, test } from './fixtures.ts'
import { expectAccessible } from './support/accessibility.ts'

test('TRUST-22 TRUST-17 a manager reads who did what, unfolds it, searches it, and sees that the chain is whole', async ({
  windowOf,
}) => {
  const page = await windowOf('admin')
  await page.goto('/settings/auditoria')
  const acts = page.getByRole('list', { name: 'Registros' })
  await expect(acts.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText(/^Cadeia íntegra · [\d.]+ registros conferidos$/)).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('O quê').selectOption({ label: 'Pessoas' })
  await page.getByLabel('Buscar').fill('Lívia Castro')
  const change = acts.getByRole('button', { name: /mudou os dados de Lívia Castro/ })
  await expect(change).toHaveAttribute('aria-expanded', 'false')
  await change.focus()
  await page.keyboard.press('Enter')
  await expect(change).toHaveAttribute('aria-expanded', 'true')
  await expect(acts).toContainText('Lívia → Lívia Castro')
  await expect(acts).toContainText('189.40.72.15 · Chrome no Windows')
  await expectAccessible(page)

  await page.getByLabel('Buscar').fill('Ninguém com este nome')
  await expect(page.getByText('Nenhum registro neste período.')).toBeVisible()
})

test('TRUST-22 who does not manage has no such page', async ({ windowOf }) => {
  const page = await windowOf('operator')
  await page.goto('/settings/auditoria')
  await expect(page.getByRole('list', { name: 'Registros' })).toHaveCount(0)
  expect((await page.request.get('/api/audit')).status()).toBe(403)
})

test('on a phone the acts fit, and the pages are a select', async ({ windowOf }) => {
  const page = await windowOf('admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings/auditoria')
  await expect(page.getByRole('list', { name: 'Registros' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Páginas da organização' })).toHaveValue('auditoria')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
