import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { fetchAgentByType, getThread } from './support/chat.ts'
import { getLeadThread, openNewLeadConversation } from './support/lead.ts'

/** Opens an entry of the attachment menu by its name. */
const openAttachmentEntry = async (page: Page, what: string) => {
  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menuitem', { name: what }).click()
  return page.getByRole('dialog', { name: `Enviar ${what.toLowerCase()}` })
}

test('MEDIA-19 a person sends where they are, a pasted link and a card; the lead sees a map for each, and a phone', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await freshWindow()
  await openNewLeadConversation(page, lead, agent, 'Onde vocês ficam?')

  // The browser denies access to the location.
  const place = await openAttachmentEntry(page, 'Localização')
  await place.getByRole('button', { name: 'Usar onde estou' }).click()
  await expect(place.getByText('Libere a localização nas permissões do site.')).toBeVisible()
  await expectAccessible(page)
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: -23.561_414, longitude: -46.655_881 })
  await place.getByRole('button', { name: 'Usar onde estou' }).click()
  await expect(place.getByRole('textbox', { name: /Link do mapa/ })).toHaveValue('-23.561414, -46.655881')
  await place.getByRole('textbox', { name: /Nome do lugar/ }).fill('MASP')
  await place.getByRole('button', { name: 'Enviar localização' }).click()
  await expect(place).toHaveCount(0)
  await expect(getThread(page).getByRole('link', { name: 'MASP' })).toBeVisible()

  const linked = await openAttachmentEntry(page, 'Localização')
  await linked.getByRole('textbox', { name: /Link do mapa/ }).fill('https://www.openstreetmap.org/#map=17/-23.5874/-46.6576')
  await linked.getByRole('textbox', { name: /Endereço/ }).fill('Parque Ibirapuera')
  await page.keyboard.press('Enter')

  const card = await openAttachmentEntry(page, 'Contato')
  await card.getByRole('textbox', { name: /Nome/ }).fill('Bruno Lima')
  await card.getByRole('textbox', { name: /Telefone/ }).pressSequentially('11987654321')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Enviar contato' }).click()
  await expect(getThread(page).getByText('Bruno Lima')).toBeVisible()

  const seen = getLeadThread(lead)
  await expect(seen.getByText('Bruno Lima')).toBeVisible()
  await expect(seen.getByRole('link', { name: '(11) 98765-4321' })).toHaveAttribute('href', 'tel:+5511987654321')
  const maps = seen.getByRole('link', { name: 'Ver no mapa' })
  await expect(maps).toHaveCount(2)
  await expect(maps.first()).toHaveAttribute('href', /mlat=-23\.561414&mlon=-46\.655881/)
  await expect(maps.last()).toHaveAttribute('href', /mlat=-23\.5874&mlon=-46\.6576/)
  await expectAccessible(lead)
})

test('MEDIA-18 MEDIA-20 a person asks with buttons and with a list, and what the lead taps answers the question @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await freshWindow()
  await openNewLeadConversation(page, lead, agent, 'Quero visitar')
  const buttons = await openAttachmentEntry(page, 'Botões')
  await buttons.getByRole('textbox', { name: /^Pergunta/ }).fill('Que dia é melhor?')
  await buttons.getByRole('textbox', { name: /^Opção 1/ }).fill('Sábado')
  await buttons.getByRole('textbox', { name: /^Opção 2/ }).fill('Domingo')
  await expectAccessible(page)
  await buttons.getByRole('button', { name: 'Enviar botões' }).click()
  await expect(buttons).toHaveCount(0)

  const seen = getLeadThread(lead)
  await expect(seen.getByRole('button', { name: 'Sábado' })).toBeVisible()
  await expectAccessible(lead)
  await seen.getByRole('button', { name: 'Domingo' }).click()
  await expect(seen.getByRole('button', { name: 'Sábado' })).toHaveCount(0)
  const answer = getThread(page).locator('[data-speaker="lead"]').last()
  await expect(answer).toContainText('Domingo')
  await expect(answer).toContainText('Que dia é melhor?')

  const list = await openAttachmentEntry(page, 'Lista')
  await list.getByRole('textbox', { name: /^Pergunta/ }).fill('A que horas?')
  await list.getByRole('textbox', { name: /^Botão que abre a lista/ }).fill('Ver horários')
  await list.getByRole('textbox', { name: /^Opção 1/ }).fill('9h')
  await list.getByRole('textbox', { name: /^Descrição da opção 1/ }).fill('Com a Ana, na portaria')
  await list.getByRole('textbox', { name: /^Opção 2/ }).fill('15h')
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Enviar lista' }).click()
  await seen.getByRole('button', { name: /^9h/ }).click()
  await expect(getThread(page).locator('[data-speaker="lead"]').last()).toContainText('9h')
})
