import { readFile } from 'node:fs/promises'
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

test('on a phone the acts fit, and the pages are a select @wide', async ({ windowOf }) => {
  const page = await windowOf('admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings/auditoria')
  await expect(page.getByRole('list', { name: 'Registros' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Páginas da organização' })).toHaveValue('auditoria')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test.describe(() => {
  // The server requests the password confirmation with a 403 answer.
  test.use({ expectedNoise: [/status of 403/] })
  test('TRUST-22 OPEN-11 what is shown is taken out as a file, after a proof, and that is itself recorded @wide', async ({
    windowOf,
  }) => {
    const page = await windowOf('admin')
    await page.goto('/settings/auditoria')
    await page.getByLabel('O quê').selectOption({ label: 'Pessoas' })
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('menuitem', { name: 'Planilha (CSV)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' })
    await dialog.getByLabel('Senha').fill('Prosa@2026')
    await dialog.getByRole('button', { name: 'Confirmar' }).click()
    const notice = page.getByRole('status').filter({ hasText: 'O arquivo está pronto.' })
    await expect(notice).toBeVisible()
    const [file] = await Promise.all([page.waitForEvent('download'), notice.getByRole('button', { name: 'Baixar' }).click()])
    expect(file.suggestedFilename()).toMatch(/^auditoria-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toMatch(/^\uFEFFQuando;Quem;O que fez;/)
    expect(text).toContain('mudou os dados de Lívia Castro')
    await page.getByLabel('O quê').selectOption({ label: 'Exportações' })
    const acts = page.getByRole('list', { name: 'Registros' })
    await expect(acts.getByRole('button', { name: /baixou o arquivo auditoria-/ })).toBeVisible()
    await expect(acts.getByRole('button', { name: /pediu o arquivo auditoria-/ })).toBeVisible()
    await page.goto('/settings/dados')
    await expect(page.getByRole('link', { name: /^Baixar auditoria-/ })).toBeVisible()
    await expectAccessible(page)
  })
})
