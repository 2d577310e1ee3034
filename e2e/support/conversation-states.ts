import { expect, type Page } from '@playwright/test'
import { fetchAgentByType, getComposer, getThread, openMessageMenu, openNewestThread, openThreadWithType } from './chat.ts'
import { linkMetaNumber, META_NUMBER } from './meta-number-double.ts'
import type { ProductPage } from './product-pages.ts'

/** Returns a photo of the demo as the server stores it. */
const fetchDemoPhoto = async (page: Page): Promise<Buffer> => {
  await openThreadWithType(page, 'image')
  const source = await getThread(page).locator('img').first().getAttribute('src')
  const response = await page.request.get(source ?? '')
  return response.body()
}

const openAttachmentDrafts = async (page: Page) => {
  const photo = await fetchDemoPhoto(page)
  await openNewestThread(page)
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
  await openNewestThread(page)
  await page.getByRole('button', { name: 'Gravar áudio' }).click()
  const bar = page.getByRole('group', { name: 'Gravação' })
  await expect(bar.getByRole('timer')).toHaveText('0:02')
  await bar.getByRole('button', { name: 'Pausar' }).click()
}

const openGallery = async (page: Page) => {
  await openThreadWithType(page, 'image')
  await getThread(page).getByRole('button', { name: 'Imagem' }).last().click()
  await expect(page.getByRole('dialog').locator('img').first()).toBeVisible()
}

const openQuote = async (page: Page) => {
  await openMessageMenu(page, '[data-speaker="lead"]')
  await page.getByRole('menuitem', { name: 'Responder' }).click()
  await getComposer(page).fill('Sim, e a visita pode ser na quinta.')
}

/** States of a conversation that have no URL of their own. */
export const CONVERSATION_STATES: readonly ProductPage[] = [
  { name: 'anexos', who: 'staff', open: openAttachmentDrafts },
  { name: 'gravador', who: 'staff', open: openRecorder },
  { name: 'imagens', who: 'staff', open: openGallery },
  { name: 'resposta', who: 'staff', open: openQuote },
]

const openLinkedNumber = async (page: Page) => {
  // From the second time on, the number is already linked.
  await linkMetaNumber(page, await fetchAgentByType(page, 'SDR'))
  await page.goto('/settings/numeros')
  await expect(page.getByRole('list', { name: 'Números de WhatsApp' })).toContainText(META_NUMBER.shown)
}

const openTemplateEditor = async (page: Page) => {
  await openLinkedNumber(page)
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

/** States that require the Meta double. */
export const META_STATES: readonly ProductPage[] = [
  { name: 'numero-ligado', who: 'staff', open: openLinkedNumber },
  { name: 'modelo-novo', who: 'staff', open: openTemplateEditor },
]
