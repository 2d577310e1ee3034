import { expect, test } from './fixtures.ts'
import { fetchAgentByType, getComposer, getConversationRows, getThread, openAgentConversations } from './support/chat.ts'
import { PRODUCT_LAYERS } from './support/product-layers.ts'

test.use({ viewport: { width: 390, height: 844 } })

test("'Back' closes what lies on a conversation, the topmost first, and then leaves it", async ({ windowOf }) => {
  const page = await windowOf('staff')
  await page.setViewportSize({ width: 390, height: 844 })
  await openAgentConversations(page, await fetchAgentByType(page, 'SDR'))
  await getConversationRows(page).first().click()
  await expect(getThread(page)).toBeVisible()
  const address = page.url()
  await getComposer(page).fill('Ainda escrevo')

  const profile = page.getByRole('dialog', { name: 'Perfil do lead' })
  const openProfile = () => page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await openProfile()
  await expect(profile).toBeVisible()
  await page.goBack()
  await expect(profile).toHaveCount(0)
  await expect(page).toHaveURL(address)
  await expect(getComposer(page)).toHaveValue('Ainda escrevo')

  // Going forward must neither reopen a closed layer nor leave an extra history entry.
  await page.goForward()
  await openProfile()
  await expect(profile).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(profile).toHaveCount(0)

  await page.getByLabel('Arquivos').setInputFiles({ name: 'planta.txt', mimeType: 'text/plain', buffer: Buffer.from('Sala') })
  const tray = page.getByRole('dialog', { name: 'Enviar arquivos' })
  await tray.getByRole('textbox', { name: 'Legenda de planta.txt' }).fill('A planta')
  await page.goBack()
  await expect(tray).toHaveCount(0)
  await expect(page).toHaveURL(address)
  await page.getByRole('button', { name: 'Anexar: 1 arquivo ainda não foi enviado' }).click()
  await expect(tray.getByRole('textbox', { name: 'Legenda de planta.txt' })).toHaveValue('A planta')
  await tray.getByRole('button', { name: 'Fechar' }).click()
  await expect(tray).toHaveCount(0)

  // A dialog opened from a menu has one history entry; leaving it with typed text asks for confirmation.
  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menuitem', { name: 'Contato' }).click()
  const contact = page.getByRole('dialog', { name: 'Enviar contato' })
  await contact.getByRole('textbox').first().fill('Ana')
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Sair sem salvar?' })
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toHaveCount(0)
  await expect(contact.getByRole('textbox').first()).toHaveValue('Ana')
  await page.goBack()
  await question.getByRole('button', { name: 'Sair sem salvar' }).click()
  await expect(contact).toHaveCount(0)
  await expect(page).toHaveURL(address)

  // However the layers were closed, one step back leaves the conversation.
  await page.goBack()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(getConversationRows(page).first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/agents$/)
})

test("a layer's link leads on, and one 'Back' returns to the page below the layer", async ({ windowOf }) => {
  const page = await windowOf('staff')
  await page.goto('/agents')
  await page.getByRole('button', { name: /menu de / }).click()
  await page.getByRole('menuitem', { name: 'Configurações' }).click()
  await expect(page).toHaveURL(/\/settings/)
  await page.goBack()
  await expect(page).toHaveURL(/\/agents$/)
  await expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)
})

// The phone search is part of the page and not a layer.
const OVERLAY_LAYERS = PRODUCT_LAYERS.filter((layer) => layer.part.startsWith('[role'))
for (const { name, who, part, open, edited } of OVERLAY_LAYERS) {
  test(`'Back' closes the layer and stays on its page: ${name} @wide`, async ({ windowOf }) => {
    const page = await windowOf(who)
    await open(page, false)
    await expect(page.locator(part).last()).toBeVisible()
    const address = page.url()
    await page.waitForTimeout(300)
    await page.goBack()
    if (edited) {
      await expect(page.locator(part)).toBeVisible()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sair sem salvar' }).click()
    }
    await expect(page.locator(part)).toHaveCount(0)
    await expect(page).toHaveURL(address)
  })
}
