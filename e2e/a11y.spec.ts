import { expect, test } from './fixtures.ts'
import {
  expectAccessible,
  expectAccessibleInAllViews,
  expectNoHorizontalScroll,
  THEMES,
  VIEWPORT_WIDTHS,
} from './support/accessibility.ts'
import { fetchAgentByType, getConversationRows, getThread, openAgentConversations } from './support/chat.ts'
import { openWebchat, sendAsLead } from './support/lead.ts'

test('sign-in is accessible', async ({ freshWindow }) => {
  const page = await freshWindow()
  await expectAccessibleInAllViews(page, async () => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Acessar', exact: true })).toBeVisible()
  })
})

test('the pages outside are accessible @wide', async ({ freshWindow }) => {
  const page = await freshWindow()
  await expectAccessibleInAllViews(page, async () => {
    await page.goto('/onboarding/error?reason=missing_token')
    await expect(page.getByRole('heading', { name: 'Link Inválido' })).toBeVisible()
  })
  await expectAccessibleInAllViews(page, async () => {
    await page.goto('/nao/existe')
    await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
  })
})

test('agents and settings are accessible @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await expectAccessibleInAllViews(page, async () => {
    await page.goto('/agents')
    await expect(page.getByRole('list', { name: 'Agentes' }).getByRole('listitem').first()).toBeVisible()
  })
  await expectAccessibleInAllViews(page, async () => {
    await page.goto('/user/settings')
    await expect(page.getByRole('heading', { name: 'Configurações do Usuário' })).toBeVisible()
  })
  for (const [path, name] of [
    ['/settings/numeros', 'WhatsApp'],
    ['/settings/dados', 'Guarda de dados'],
  ] as const)
    await expectAccessibleInAllViews(page, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name })).toBeVisible()
    })
})

test('chat, list and conversation, is accessible @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await expectAccessibleInAllViews(page, async () => {
    await openAgentConversations(page, agent)
    await expect(getConversationRows(page).first()).toBeVisible()
  })
  const path = (await getConversationRows(page).first().getAttribute('href')) ?? ''
  await expectAccessibleInAllViews(page, async () => {
    await page.goto(path)
    await expect(getThread(page)).toBeVisible()
  })
})

test('the web chat is accessible @wide', async ({ windowOf, freshWindow }) => {
  const staff = await windowOf('staff')
  const agent = await fetchAgentByType(staff, 'SDR')
  const lead = await freshWindow()
  await openWebchat(lead, agent)
  await sendAsLead(lead, 'Olá')
  for (const width of VIEWPORT_WIDTHS) {
    await lead.setViewportSize({ width, height: 900 })
    for (const colorScheme of THEMES) {
      await lead.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(lead)
      await expectNoHorizontalScroll(lead)
    }
  }
})
