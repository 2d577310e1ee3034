import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { HTTP_HEADERS } from '@prosa/contract/http'
import type { Role } from '@prosa/contract/roles'
import { expect, test } from './fixtures.ts'
import { DEMO_USER_PASSWORD } from './support/accounts.ts'
import { confirmPasswordByCall } from './support/confirm-password.ts'
import { fillLoginForm, signIn } from './support/sign-in.ts'

test.use({ expectedNoise: [/40[013] \((Bad Request|Unauthorized|Forbidden)\)|Logout realizado localmente/] })

interface Colleague {
  name: string
  phone: string
}

const postToApi = async (page: Page, path: string, data: object) => {
  const headers = { [HTTP_HEADERS.requestTime]: new Date().toISOString(), origin: new URL(page.url()).origin }
  const response = await page.request.post(path, { headers, data })
  expect(response.ok(), await response.text()).toBe(true)
  return response.json() as Promise<{ data: { link?: string } }>
}

/** Creates a new user that no other test uses. */
const createUser = async (manager: Page, visitor: Page, name: string, role: Role): Promise<Colleague> => {
  const phone = `119${randomInt(10_000_000, 99_999_999)}`
  if (role !== 'operator') await confirmPasswordByCall(manager)
  const { data } = await postToApi(manager, '/api/users/invite', {
    email: `${phone}@aurora.local`,
    tenantDomain: 'aurora.local',
    role,
  })
  const token = new URL(data.link ?? '').searchParams.get('token') ?? ''
  await visitor.goto('/login')
  await postToApi(visitor, `/api/onboarding/${encodeURIComponent(token)}`, {
    name,
    phone: `+55${phone}`,
    password: DEMO_USER_PASSWORD,
  })
  await visitor.context().clearCookies()
  return { name, phone }
}

const signInAs = async (page: Page, { phone }: Colleague) => {
  await page.goto('/login')
  await fillLoginForm(page, phone, DEMO_USER_PASSWORD)
  await page.getByRole('button', { name: 'Acessar' }).click()
}

/** Signs in and waits until the page receives live events. */
const signInAndWaitForEvents = async (page: Page, who: Colleague) => {
  const hears = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framesent', { predicate: ({ payload }) => String(payload).includes('"join_user_room"') }),
    )
  await signInAs(page, who)
  await expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
  await hears
}

const getPeopleList = (page: Page) => page.getByRole('list', { name: 'Pessoas' })
const getPersonRow = (page: Page, { name }: Colleague) => getPeopleList(page).getByRole('listitem').filter({ hasText: name })
const choosePersonAction = async (page: Page, { name }: Colleague, item: string) => {
  await page.getByRole('button', { name: `Ações de ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const openPeople = async (page: Page) => {
  await page.goto('/settings/pessoas')
  await expect(getPeopleList(page)).toBeVisible()
}

test('PEOPLE-02 who is switched off is out at once and cannot come in; switched on, they sign in anew @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const manager = await windowOf('staff')
  await openPeople(manager)
  const leaving = await freshWindow()
  const wanda = await createUser(manager, leaving, 'Wanda Serra', 'operator')
  await signInAndWaitForEvents(leaving, wanda)
  await manager.reload()
  // Presence is not pushed: the list polls every 30 s and may have polled just before.
  await expect(getPersonRow(manager, wanda)).toContainText('Online', { timeout: 40_000 })

  await choosePersonAction(manager, wanda, 'Desativar')
  const dialog = manager.getByRole('alertdialog', { name: 'Desativar Wanda Serra?' })
  await expect(dialog).toContainText('O acesso termina agora.')
  await dialog.getByRole('button', { name: 'Desativar' }).click()
  await expect(leaving).toHaveURL(/\/login/, { timeout: 5_000 })
  await expect(getPersonRow(manager, wanda)).toHaveCount(0)
  await signInAs(leaving, wanda)
  await expect(leaving.getByText('Sua conta está inativa. Entre em contato com o suporte.').first()).toBeVisible()

  await manager.getByText('Desativadas', { exact: true }).click()
  await expect(getPersonRow(manager, wanda)).toContainText('Desativada')
  await choosePersonAction(manager, wanda, 'Ativar')
  await manager.getByRole('alertdialog').getByRole('button', { name: 'Ativar' }).click()
  await expect(manager.getByText('Wanda Serra pode entrar de novo.', { exact: true })).toBeVisible()
  await leaving.goto('/agents')
  await expect(leaving).toHaveURL(/\/login/)
  await signInAndWaitForEvents(leaving, wanda)
})

test('PEOPLE-07 after a change of role the nav, the pages and the calls of open tabs follow, without a reload @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const manager = await windowOf('staff')
  await openPeople(manager)
  const tab = await freshWindow()
  const yara = await createUser(manager, tab, 'Yara Lobo', 'operator')
  await signInAndWaitForEvents(tab, yara)
  await tab.evaluate(() => Object.assign(window, { isSamePage: true }))
  const dashboard = tab.getByRole('link', { name: 'Dashboard' })
  await expect(dashboard).toHaveCount(0)
  const give = async (role: Role) => {
    await choosePersonAction(manager, yara, 'Editar')
    const dialog = manager.getByRole('dialog', { name: 'Editar pessoa' })
    await dialog.getByLabel('Papel').selectOption(role)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
  }

  await manager.reload()
  await confirmPasswordByCall(manager)
  await give('staff')
  await dashboard.click()
  await expect(tab.getByRole('img', { name: /^Mensagens por dia/ })).toBeVisible()
  await give('operator')
  await expect(tab).not.toHaveURL(/dashboard/)
  await expect(dashboard).toHaveCount(0)
  expect((await tab.request.get('/api/users/invitations')).status()).toBe(403)
  expect(await tab.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('TRUST-16 a new e-mail wants a proof of who asks, once @wide', async ({ freshWindow }) => {
  // Uses its own session: a recent password confirmation would suppress the prompt.
  const manager = await freshWindow()
  await signIn(manager, 'admin')
  const visitor = await freshWindow()
  await openPeople(manager)
  const zeca = await createUser(manager, visitor, 'Zeca Brandão', 'operator')
  await manager.reload()
  const write = async (email: string) => {
    await choosePersonAction(manager, zeca, 'Editar')
    const dialog = manager.getByRole('dialog', { name: 'Editar pessoa' })
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    return dialog
  }
  const dialog = await write('zeca.novo@aurora.local')
  const proof = manager.getByRole('dialog', { name: 'Confirme que é você' })
  await proof.getByLabel(/^Senha/).fill(DEMO_USER_PASSWORD)
  await proof.getByRole('button', { name: 'Confirmar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(proof).toHaveCount(0)
  await expect(await write('zeca@aurora.local')).toHaveCount(0)
  await expect(proof).toHaveCount(0)
})

test('PEOPLE-01 PEOPLE-06 an admin finds people, invites by a dialog, and may do nothing to staff', async ({ windowOf }) => {
  const page = await windowOf('admin')
  await confirmPasswordByCall(page)
  await openPeople(page)
  await expect(page.getByRole('button', { name: 'Ações de Ana Souza' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('livia')
  await expect(getPeopleList(page).getByRole('listitem')).toHaveCount(1)
  await expect(getPeopleList(page)).toContainText('Lívia Castro')
  await page.getByRole('button', { name: 'Convidar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convidar' })
  await expect(dialog.getByLabel('Papel').getByRole('option')).toHaveText(['Administrador (admin)', 'Operador (operator)'])
  await dialog.getByLabel('E-mail').fill('iris@aurora.local')
  await dialog.getByRole('button', { name: 'Convidar' }).click()
  await expect(dialog.getByLabel('Link do convite')).toHaveValue(/\/onboarding\?token=/)
})

test('PEOPLE-01 at 390 px each person has two lines, and every dialog the whole height @wide', async ({ freshWindow }) => {
  // Uses its own session: a recent password confirmation would suppress the prompt.
  const page = await freshWindow()
  await signIn(page, 'staff')
  await page.setViewportSize({ width: 390, height: 844 })
  await openPeople(page)
  const box = await getPeopleList(page).getByRole('listitem').first().boundingBox()
  expect(box?.height).toBeLessThan(80)
  await page.getByRole('button', { name: 'Ações de Lívia Castro' }).click()
  await page.getByRole('menuitem', { name: 'Desativar' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  await page.getByRole('button', { name: 'Ações de Lívia Castro' }).click()
  await page.getByRole('menuitem', { name: 'Gerar link de senha' }).click()
  await page.getByRole('button', { name: 'Gerar link' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
  await expect(proof).toBeVisible()
  await expect.poll(() => proof.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await proof.getByLabel(/^Senha/).fill(DEMO_USER_PASSWORD)
  await proof.getByRole('button', { name: 'Confirmar' }).click()
  const link = page.getByRole('dialog', { name: 'Link de senha de Lívia Castro' })
  await expect(link).toBeVisible()
  await expect.poll(() => link.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
})
