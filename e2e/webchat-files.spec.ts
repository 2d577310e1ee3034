import type { Locator } from '@playwright/test'
import { WebMOutputFormat } from 'mediabunny'
import { test as base, expect } from './fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll, THEMES, VIEWPORT_WIDTHS } from './support/accessibility.ts'
import { fetchAgentByType, fetchHistory, getConversationRows, getThread, openAgentConversations } from './support/chat.ts'
import { getLeadComposer, getLeadThread, openNewLeadConversation, openWebchat, sendAsLead } from './support/lead.ts'
import { withFakeMicrophone } from './support/meta-test.ts'
import { createVideo, fetchStoredVideo } from './support/video-files.ts'

/** Test in a browser with a fake microphone that beeps. */
const test = base.extend<object, object>({
  launchOptions: [({ launchOptions }, use) => use(withFakeMicrophone(launchOptions)), { scope: 'worker' }],
})

/** Console message of an interrupted upload. */
test.use({ expectedNoise: [/ERR_FAILED .*\/parts\//] })

const expectInOrder = async (seen: Locator, words: readonly string[]) => {
  await expect(seen).toContainText(words.at(-1) ?? '')
  const text = await seen.innerText()
  const places = words.map((said) => text.indexOf(said))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
}

const PDF = { name: 'Documento.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n') }
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('MEDIA-20 MEDIA-21 the lead sends a photo, a PDF and a voice message from the page, whose code comes with the press, and the team gets them in order @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await freshWindow()
  const scripts: string[] = []
  lead.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await openWebchat(lead, agent)
  expect(scripts.filter((url) => /late|as-voice/.test(url))).toEqual([])
  await sendAsLead(lead, 'Quero mandar umas coisas')
  await openAgentConversations(page, agent)
  await getConversationRows(page).first().click()
  await expect(getThread(page).getByText('Quero mandar umas coisas')).toBeVisible()

  await lead
    .getByLabel('Arquivos', { exact: true })
    .setInputFiles([
      { name: 'fachada.png', mimeType: 'image/png', buffer: PNG },
      PDF,
      { name: 'jogo.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1') },
    ])
  const tray = lead.getByRole('list', { name: 'Arquivos a enviar' })
  await expect(tray.getByRole('alert')).toHaveText(/Esta conversa não leva arquivos \.exe/)
  await expect(tray.locator('img')).toHaveCount(1)
  for (const width of [320, VIEWPORT_WIDTHS[0] ?? 1440]) {
    await lead.setViewportSize({ width, height: 800 })
    await expectNoHorizontalScroll(lead)
  }
  await expectAccessible(lead)
  await tray.getByRole('button', { name: 'Remover jogo.exe' }).click()
  await getLeadComposer(lead).fill('A fachada, de frente')
  await lead.getByRole('button', { name: 'Enviar', exact: true }).click()
  await sendAsLead(lead, 'E este é o contrato')

  await lead.getByRole('button', { name: 'Gravar áudio' }).click()
  const bar = lead.getByRole('group', { name: 'Mensagem de voz' })
  await expect(bar.getByRole('status')).toHaveText('Gravando')
  for (const theme of THEMES) {
    await lead.emulateMedia({ colorScheme: theme })
    await expectAccessible(lead)
  }
  await lead.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(lead)
  const send = bar.getByRole('button', { name: 'Enviar' })
  await expect(send).toBeEnabled()
  await bar.getByRole('button', { name: 'Pausar' }).click()
  await expect(bar.getByRole('status')).toHaveText(/^Pausado, \d segundo/)
  await send.click()
  await expect(lead.getByRole('button', { name: 'Gravar áudio' })).toBeFocused()

  const seen = getThread(page)
  await expect(seen.getByRole('group', { name: 'Mensagem de voz' })).toBeVisible()
  await expect(seen.getByRole('img', { name: 'Imagem' })).toBeVisible()
  await expectInOrder(seen, ['Quero mandar umas coisas', 'A fachada, de frente', 'Documento.pdf', 'E este é o contrato'])
  await expect(getLeadThread(lead).getByRole('article').filter({ hasText: 'Enviando' })).toHaveCount(0)
})

test('MEDIA-20 a reload in the middle of an upload loses nothing: the file goes on by itself, once, before the text behind it @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await freshWindow()
  await openWebchat(lead, agent)
  await sendAsLead(lead, 'Segue o comprovante')
  let cuts = 0
  await lead.route('**/parts/*', async (route) => {
    // The request reaches the server, but its answer is lost.
    await route.fetch()
    await route.abort()
    cuts += 1
  })
  await lead.getByLabel('Arquivos', { exact: true }).setInputFiles([PDF])
  await lead.getByRole('button', { name: 'Enviar', exact: true }).click()
  await getLeadComposer(lead).fill('Recebeu?')
  await getLeadComposer(lead).press('Enter')
  await expect.poll(() => cuts).toBeGreaterThan(0)
  // Interrupts a running attempt as well.
  await lead.unrouteAll({ behavior: 'wait' })
  await lead.reload()

  const said = getLeadThread(lead).getByRole('article')
  await expect(said.filter({ hasText: 'Documento.pdf' })).toHaveCount(1)
  await expect(said.filter({ hasText: 'Recebeu?' })).toHaveCount(1)
  await expect(said.filter({ hasText: /Enviando|Aguardando/ })).toHaveCount(0)
  await openAgentConversations(page, agent)
  await getConversationRows(page).first().click()
  await expect(getThread(page).getByText('Documento.pdf', { exact: true })).toHaveCount(1)
  await expectInOrder(getThread(page), ['Segue o comprovante', 'Documento.pdf', 'Recebeu?'])
})

test('MEDIA-13 photos in a row stand two by two in the page of the lead @wide', async ({ windowOf, freshWindow }) => {
  const page = await windowOf('staff')
  const lead = await freshWindow()
  await openNewLeadConversation(page, lead, await fetchAgentByType(page, 'SDR'), 'Olha as fotos')
  // The agent is paused, so that its answer does not separate the messages.
  await page.getByRole('button', { name: 'Pausar agente' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar agente' })).toBeVisible()
  const names = ['1.png', '2.png', '3.png', '4.png', '5.png']
  await lead
    .getByLabel('Arquivos', { exact: true })
    .setInputFiles(names.map((name) => ({ name, mimeType: 'image/png', buffer: PNG })))
  await lead.getByRole('button', { name: 'Enviar', exact: true }).click()
  const tiles = getLeadThread(lead)
    .getByRole('article')
    .filter({ has: lead.getByRole('img', { name: 'Imagem' }) })
  await expect(tiles).toHaveCount(5)
  await expect(getLeadThread(lead).getByRole('article').filter({ hasText: 'Enviando' })).toHaveCount(0)
  for (const width of [320, VIEWPORT_WIDTHS[0] ?? 1440]) {
    await lead.setViewportSize({ width, height: 800 })
    // Measures all positions at once, because the page scrolls to its end meanwhile.
    const places = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect()).map(({ x, y }) => ({ x, y })))
    const [first, second, third, fourth, fifth] = places
    expect([second?.y, fourth?.y]).toEqual([first?.y, third?.y])
    expect([third?.x, fifth?.x]).toEqual([first?.x, first?.x])
    expect([second?.x, fourth?.x]).toEqual([second?.x, second?.x])
    expect(second?.x).toBeGreaterThan(first?.x ?? 0)
    expect(third?.y).toBeGreaterThan(first?.y ?? 0)
    await expectNoHorizontalScroll(lead)
  }
  for (const theme of THEMES) {
    await lead.emulateMedia({ colorScheme: theme })
    await expectAccessible(lead)
  }
})

test('MEDIA-06 MEDIA-20 a film of the lead that others would not play becomes MP4 on its way, once, and what is written behind it follows @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const lead = await freshWindow()
  const address = await openNewLeadConversation(page, lead, await fetchAgentByType(page, 'SDR'), 'Quer ver a sala?')
  const film = await createVideo(lead, { name: 'sala.webm', into: new WebMOutputFormat(), codec: 'vp8', seconds: 2 })
  await lead.getByLabel('Arquivos', { exact: true }).setInputFiles([film.path])
  const tray = lead.getByRole('list', { name: 'Arquivos a enviar' })
  await expect(tray.getByText(/ · vai como MP4 de até 16 MB$/)).toBeVisible()
  // Blocks the video converter, so that its progress stays visible.
  const converter = '**/video-worker-*.js'
  await lead.route(converter, () => new Promise(() => {}))
  await lead.getByRole('button', { name: 'Enviar', exact: true }).click()
  await getLeadComposer(lead).fill('Gostou?')
  await getLeadComposer(lead).press('Enter')
  const said = getLeadThread(lead).getByRole('article')
  await expect(said.filter({ has: lead.getByLabel('Vídeo') })).toHaveCount(1)
  await lead.unroute(converter)
  // The original file was stored, so the conversion starts again after a reload.
  await lead.reload()
  await expect(getThread(page).getByText('Gostou?')).toBeVisible({ timeout: 30_000 })
  const texts = (await fetchHistory(page, address)).map(({ content, attachment }) => attachment?.filename ?? content)
  expect(texts.filter((text) => text === 'sala.mp4' || text === 'Gostou?')).toEqual(['sala.mp4', 'Gostou?'])
  expect(await fetchStoredVideo(page, address, 'sala.mp4')).toMatchObject({
    type: 'video/mp4',
    format: 'MP4',
    picture: 'avc',
    sound: null,
  })
})

test('MEDIA-10 MEDIA-11 where the lead’s browser cannot play a voice message it is packed anew and played, and one sound stops the other @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const lead = await freshWindow()
  await openNewLeadConversation(page, lead, await fetchAgentByType(page, 'SDR'), 'Ouça isto')
  for (const count of [1, 2]) {
    await lead.getByRole('button', { name: 'Gravar áudio' }).click()
    const send = lead.getByRole('group', { name: 'Mensagem de voz' }).getByRole('button', { name: 'Enviar' })
    await expect(send).toBeEnabled()
    await send.click()
    await expect(getThread(page).getByRole('group', { name: 'Mensagem de voz' })).toHaveCount(count)
  }
  // After a reload, the files come from the server; here the player gets data that it cannot decode.
  await lead.route('**/media/*', (route) =>
    route.request().resourceType() === 'media' ? route.fulfill({ contentType: 'audio/ogg', body: 'OggS?' }) : route.continue(),
  )
  await lead.reload()
  const players = getLeadThread(lead).locator('audio')
  await expect(players).toHaveCount(2)
  const isPlaying = () => players.evaluateAll((all) => all.map((player) => player instanceof HTMLAudioElement && !player.paused))
  const play = (at: number) => players.nth(at).evaluate((player: HTMLAudioElement) => player.play().catch(() => undefined))
  await play(0)
  await expect(players.nth(0)).toHaveAttribute('src', /^blob:/)
  await expect.poll(isPlaying).toEqual([true, false])
  await play(1)
  await expect(players.nth(1)).toHaveAttribute('src', /^blob:/)
  await expect.poll(isPlaying).toEqual([false, true])
})
