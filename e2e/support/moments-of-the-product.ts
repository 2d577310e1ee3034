import { expect, type Page } from '@playwright/test'
import { createWhatsappNumber } from '@prosa/contract/calls/channels'
import { HEADERS } from '@prosa/contract/http'
import { agentOf, conversationsOf, historyOf, openConversationsOf, rows, thread } from './chat.ts'
import { META_NUMBER, META_TOKEN } from './meta-double.ts'
import type { ProductPage } from './pages-of-the-product.ts'

const openThread = async (page: Page) => {
  await openConversationsOf(page, await agentOf(page, 'SDR'))
  await rows(page).first().click()
  await expect(page.getByRole('button', { name: 'Anexar' })).toBeVisible()
}

/** Opens a conversation in which such a message was sent. */
const openWith = async (page: Page, kind: string) => {
  for (const { _id, lead_id } of await conversationsOf(page, await agentOf(page, 'SDR'))) {
    const path = `/chat/${lead_id}/${_id}`
    if (!(await historyOf(page, path)).some(({ type }) => type === kind)) continue
    await page.goto(path)
    await expect(thread(page)).toBeVisible()
    return
  }
  throw new Error(`The demo has no ${kind}`)
}

/** A photo of the demo, as it lies with the server. */
const demoPhoto = async (page: Page): Promise<Buffer> => {
  await openWith(page, 'image')
  const [first] = await thread(page)
    .locator('img')
    .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src))
  const answer = await page.request.get(first ?? '')
  return answer.body()
}

const openTray = async (page: Page) => {
  const photo = await demoPhoto(page)
  await openThread(page)
  await page.getByLabel('Arquivos').setInputFiles([
    { name: 'sala.png', mimeType: 'image/png', buffer: photo },
    { name: 'Planta do 3º andar.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n') },
    { name: 'jogo.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1') },
  ])
  const tray = page.getByRole('dialog', { name: 'Enviar arquivos' })
  await tray.getByRole('textbox', { name: 'Legenda de sala.png' }).fill('A sala, de manhã')
  await expect(tray.getByRole('alert')).toBeVisible()
}

const openRecorder = async (page: Page) => {
  await openThread(page)
  await page.getByRole('button', { name: 'Gravar áudio' }).click()
  const bar = page.getByRole('group', { name: 'Gravação' })
  await expect(bar.getByRole('timer')).toHaveText('0:02')
  await bar.getByRole('button', { name: 'Pausar' }).click()
}

const openGallery = async (page: Page) => {
  await openWith(page, 'image')
  await thread(page).getByRole('button', { name: 'Imagem' }).last().click()
  await expect(page.getByRole('dialog').locator('img').first()).toBeVisible()
}

const openQuote = async (page: Page) => {
  await openThread(page)
  await expect(page.locator('[data-message-tools]')).toBeAttached()
  await thread(page).locator('[data-speaker="lead"]').last().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Responder' }).click()
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Sim, e a visita pode ser na quinta.')
}

/** Moments of a conversation that have no address of their own. */
export const MOMENTS: readonly ProductPage[] = [
  { name: 'anexos', who: 'staff', open: openTray },
  { name: 'gravador', who: 'staff', open: openRecorder },
  { name: 'imagens', who: 'staff', open: openGallery },
  { name: 'resposta', who: 'staff', open: openQuote },
]

const openNumber = async (page: Page) => {
  const agent = await agentOf(page, 'SDR')
  // The second time it is there already.
  await page.request.post(`/api${createWhatsappNumber.path}`, {
    data: { agent_id: agent._id, phone_number_id: META_NUMBER.id, waba_id: META_NUMBER.account, access_token: META_TOKEN },
    headers: { [HEADERS.requestTime]: new Date().toISOString() },
  })
  await page.goto('/settings/numeros')
  await expect(page.getByRole('list', { name: 'Números de WhatsApp' })).toContainText(META_NUMBER.shown)
}

const openTemplateEditor = async (page: Page) => {
  await openNumber(page)
  await page.getByRole('link', { name: `Modelos de ${META_NUMBER.shown}` }).click()
  await page.getByRole('button', { name: 'Criar modelo' }).click()
  const form = page.getByRole('form', { name: 'Novo modelo' })
  await form.getByLabel(/^Nome/).fill('proposta_de_visita')
  await form.getByLabel(/^Texto \*?$/).fill('Oi {{1}}, segue a proposta da visita de {{2}}.')
  await form.getByLabel(/^Exemplo de \{\{1\}\}/).fill('Sheena')
  await form.getByLabel(/^Exemplo de \{\{2\}\}/).fill('sexta')
  await form.getByRole('button', { name: 'Resposta rápida' }).click()
  await form
    .getByLabel(/^Texto do botão/)
    .first()
    .fill('Quero continuar')
}

/** What there is to see beside a Meta. */
export const WITH_META: readonly ProductPage[] = [
  { name: 'numero-ligado', who: 'staff', open: openNumber },
  { name: 'modelo-novo', who: 'staff', open: openTemplateEditor },
]
