import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

test('TRUST-01 PEOPLE-09 a provider that knows the specification only shows nothing of people, audit and second step, and is asked nothing of it', async ({
  freshWindow,
  windowOf,
}) => {
  const visitor = await freshWindow()
  await visitor.goto('/login')
  await expect(visitor.getByRole('button', { name: 'Acessar' })).toBeVisible()
  for (const name of ['Entrar de outro jeito', 'Esqueci minha senha']) await expect(visitor.getByText(name)).toHaveCount(0)
  const page = await windowOf('staff')
  const asked: string[] = []
  for (const one of [visitor, page])
    one.on('request', (request) => request.resourceType() === 'fetch' && asked.push(new URL(request.url()).pathname))
  const notFound = (on: Page) => expect(on.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
  for (const address of ['/recuperar-senha', '/recuperar-senha#t=a.b', '/comecar', '/comecar#t=a.b'])
    for (const one of [visitor, page]) {
      // Navigates through another page: a URL that differs only in its fragment would not reload the page.
      await one.goto('/politica-privacidade')
      await one.goto(address)
      await notFound(one)
    }
  await page.goto('/user/settings')
  await expect(page.getByRole('heading', { name: 'Sessões ativas' })).toBeVisible()
  for (const name of ['Segundo passo', 'Chaves de acesso']) await expect(page.getByRole('heading', { name })).toHaveCount(0)
  await page.getByRole('button', { name: /menu de/ }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Organização' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  for (const part of ['pessoas', 'seguranca', 'dados', 'auditoria', 'numeros', 'numeros/n1/modelos']) {
    await page.goto(`/settings/${part}`)
    await notFound(page)
  }
  const OURS = /\/(audit|channels|exports|organisation|setup|auth\/(security|second-step|passkey|password-reset))/
  expect(asked.filter((path) => OURS.test(path))).toEqual([])
})
