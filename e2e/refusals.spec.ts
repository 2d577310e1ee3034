import { expect, test } from './fixtures.ts'
import { DEMO_USER_PASSWORD, DEMO_USERS } from './support/accounts.ts'
import { fetchAgentByType, fetchConversations } from './support/chat.ts'
import { fillLoginForm } from './support/sign-in.ts'

const REFUSED_BY_SERVER = /Failed to load resource: the server responded with a status of 4\d\d/

test.use({ expectedNoise: [REFUSED_BY_SERVER] })

test('LOGIN-10 LOGIN-11 LOGIN-12 LOGIN-08 the form says what is missing before anything is sent', async ({ freshWindow }) => {
  const page = await freshWindow()
  await page.goto('/login')
  const submit = page.getByRole('button', { name: 'Acessar', exact: true })
  await expect(submit).toBeDisabled()
  await fillLoginForm(page, '119', 'x')
  await expect(page.getByText('Telefone inválido.')).toBeVisible()
  await expect(submit).toBeDisabled()
  await page.getByRole('textbox', { name: 'Telefone' }).fill('')
  await expect(page.getByText('Telefone é obrigatório.')).toBeVisible()
  await page.getByLabel(/^Senha/).fill('')
  await expect(page.getByText('A senha é obrigatória.')).toBeVisible()
  await expect(submit).toBeDisabled()
})

test('ERR-02 LOGIN-14 SESSION-02 a wrong password and an unknown phone are refused alike', async ({ freshWindow }) => {
  const page = await freshWindow()
  await page.goto('/login')
  for (const phone of [DEMO_USERS.platform.phone, '11912345678']) {
    await page.getByRole('textbox', { name: 'Telefone' }).fill('')
    await fillLoginForm(page, phone, 'Errada@2026')
    await page.getByRole('button', { name: 'Acessar', exact: true }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Login error: Credenciais inválidas. Verifique seu telefone e senha.' }),
    ).toBeAttached()
  }
  await expect(page).toHaveURL(/\/login/)
})

test('GUARD-01 LOGIN-05 a visitor comes back to the page that asked for the sign-in, with its query', async ({ freshWindow }) => {
  const page = await freshWindow()
  await page.goto('/user/settings?tab=sessions')
  await expect(page).toHaveURL(/\/login/)
  await fillLoginForm(page, DEMO_USERS.staff.phone, DEMO_USER_PASSWORD)
  await page.getByRole('button', { name: 'Acessar', exact: true }).click()
  await expect(page).toHaveURL(/\/user\/settings\?tab=sessions$/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/agents$/)
})

test('LOGIN-07 a sign-in never leads out of the app', async ({ windowOf }) => {
  const page = await windowOf('staff')
  for (const target of ['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/login?next=${encodeURIComponent(target)}`)
    await expect(page).toHaveURL(/\/agents$/)
  }
})

test('ROUTE-16 an unknown address says so', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await page.goto('/nao/existe')
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
})

test('CHAT-05 ROUTE-15 the chat without an agent, and the root, lead to the agents', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await page.goto('/agents')
  for (const path of ['/chat', '/']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/agents$/)
  }
})

test("ROLE-08 VIEW-28 another organisation's conversation is as unknown as one that does not exist", { tag: '@ours' }, async ({
  windowOf,
}) => {
  const owner = await windowOf('staff')
  const agent = await fetchAgentByType(owner, 'SDR')
  const [conversation] = await fetchConversations(owner, agent)
  const theirs = `/chat/${conversation?.lead_id}/${conversation?._id}`
  const stranger = await windowOf('otherTenant')
  const own = await fetchAgentByType(stranger, 'SDR')
  await stranger.goto('/agents')
  await stranger.getByRole('link', { name: own.name, exact: true }).click()
  await stranger.goto(theirs)
  await expect(stranger).toHaveURL(/\/chat$/)

  const unknown = '00000000-0000-4000-8000-000000000000'
  const words = async (path: string) => {
    const answer = await stranger.request.get(path)
    const { message, code } = (await answer.json()) as { message?: string; code?: string }
    return { status: answer.status(), message, code }
  }
  for (const path of [
    `/api/conversations/lead/${conversation?.lead_id}/${conversation?._id}`,
    `/api/leads/${conversation?.lead_id}`,
  ]) {
    const foreign = await words(path)
    expect(foreign.status).toBe(404)
    expect(foreign).toEqual(await words(path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, unknown)))
  }
  expect(await fetchConversations(stranger, agent)).toEqual([])
})

test('HTTP-08 the API refuses strangers and unknown addresses in its own shape', { tag: '@ours' }, async ({
  windowOf,
  freshWindow,
}) => {
  const visitor = await freshWindow()
  const refused = await visitor.request.get('/api/agents')
  expect(refused.status()).toBe(401)
  expect(await refused.json()).toMatchObject({ success: false, code: expect.stringMatching(/^TOKEN_/) })
  const staff = await windowOf('staff')
  const unknown = await staff.request.get('/api/nothing/here')
  expect(unknown.status()).toBe(404)
  expect(await unknown.json()).toMatchObject({ success: false, code: 'RESOURCE_NOT_FOUND' })
})
