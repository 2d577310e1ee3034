import { expect, test } from '../fixtures.ts'

test('TRUST-01 a provider that knows the specification only shows nothing of the second step, and is asked nothing of it', async ({
  freshWindow,
  windowOf,
}) => {
  const visitor = await freshWindow()
  await visitor.goto('/login')
  await expect(visitor.getByRole('button', { name: 'Acessar' })).toBeVisible()
  await expect(visitor.getByText('Entrar de outro jeito')).toHaveCount(0)
  const page = await windowOf('staff')
  await page.goto('/user/settings')
  await expect(page.getByRole('heading', { name: 'Sessões ativas' })).toBeVisible()
  for (const name of ['Segundo passo', 'Chaves de acesso']) await expect(page.getByRole('heading', { name })).toHaveCount(0)
  await page.goto('/settings/seguranca')
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
})
