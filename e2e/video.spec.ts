import type { Page } from '@playwright/test'
import { MkvOutputFormat, MovOutputFormat, Mp4OutputFormat, WebMOutputFormat } from 'mediabunny'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { fetchAgentByType, fetchHistory, getThread, typeAndSend } from './support/chat.ts'
import { getLeadThread, openNewLeadConversation } from './support/lead.ts'
import { createVideo, fetchStoredVideo, readVideoMetadata } from './support/video-files.ts'

const WEBM_FORMAT = new WebMOutputFormat()
const MP4_FORMAT = new Mp4OutputFormat()
const MB = 1024 ** 2

const getAttachmentDialog = (page: Page) => page.getByRole('dialog', { name: 'Enviar arquivos' })
const attachVideos = (page: Page, ...files: Awaited<ReturnType<typeof createVideo>>[]) =>
  page.getByLabel('Arquivos').setInputFiles(files.map(({ path }) => path))

/** Blocks the worker that converts videos; the check of files in the tray has loaded before. */
const blockConverter = (page: Page) => page.context().route('**/video-worker-*.js', () => new Promise(() => {}))
const allowConverter = (page: Page) => page.context().unroute('**/video-worker-*.js')

test('MEDIA-06 films that WhatsApp does not take become MP4 on their way, those that it takes go untouched, and what is written behind them follows @wide', async ({
  windowOf,
  freshWindow,
}) => {
  test.slow()
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await freshWindow()
  const address = await openNewLeadConversation(page, lead, agent, 'Tem vídeo da casa?')
  await expect(page.getByRole('button', { name: 'Anexar' })).toBeVisible()

  const screen = await createVideo(page, { name: 'tela.webm', into: WEBM_FORMAT, codec: 'vp8', seconds: 4 })
  const beach = await createVideo(page, {
    name: 'praia.mov',
    into: new MovOutputFormat(),
    codec: 'avc',
    sound: 'aac',
    seconds: 2,
  })
  const ready = await createVideo(page, { name: 'pronto.mp4', into: MP4_FORMAT, codec: 'avc', sound: 'aac', seconds: 2 })
  const heavy = await createVideo(page, {
    name: 'festa.mp4',
    into: MP4_FORMAT,
    codec: 'avc',
    sound: 'aac',
    seconds: 8,
    isHeavy: true,
  })
  expect(heavy.bytes.byteLength).toBeGreaterThan(16 * MB)
  await attachVideos(page, screen, beach, ready, heavy)
  await expect(getAttachmentDialog(page).getByText(/ · vai como MP4 de até 16 MB$/)).toHaveCount(3)
  await expectAccessible(page)
  await getAttachmentDialog(page).getByRole('button', { name: 'Enviar 4 arquivos' }).click()
  await typeAndSend(page, 'Gostou?')

  const preparing = getThread(page).getByRole('progressbar', { name: 'Preparando vídeo' })
  await expect(preparing.first()).toHaveText(/^Preparando vídeo… \d+ %$/)
  await expect(getLeadThread(lead).getByText('Gostou?')).toBeVisible({ timeout: 60_000 })
  await expect(getThread(page).getByRole('progressbar')).toHaveCount(0)
  const said = (await fetchHistory(page, address)).map(({ content, attachment }) => attachment?.filename ?? content)
  expect(said.slice(-5)).toEqual(['tela.mp4', 'praia.mp4', 'pronto.mp4', 'festa.mp4', 'Gostou?'])

  const made = await fetchStoredVideo(page, address, 'tela.mp4')
  expect(made).toMatchObject({ type: 'video/mp4', format: 'MP4', picture: 'avc', sound: null })
  expect(made.seconds).toBeCloseTo(4, 1)
  // The encoder may drop some of the 100 frames to stay within the bit rate.
  expect(made.packets.length).toBeGreaterThan(90)
  const copied = await fetchStoredVideo(page, address, 'praia.mp4')
  expect(copied).toMatchObject({
    format: 'MP4',
    picture: 'avc',
    sound: 'aac',
    packets: (await readVideoMetadata(beach.bytes)).packets,
  })
  expect(await fetchStoredVideo(page, address, 'pronto.mp4')).toMatchObject({ size: ready.bytes.byteLength })
  const smaller = await fetchStoredVideo(page, address, 'festa.mp4')
  expect(smaller).toMatchObject({ format: 'MP4', picture: 'avc', sound: 'aac' })
  expect(smaller.seconds).toBeCloseTo(8, 1)
  expect(smaller.size).toBeLessThanOrEqual(16 * MB)
})

test('MEDIA-06 MEDIA-03 a film outlives its tab amid its preparation, and can be called off @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await freshWindow()
  const address = await openNewLeadConversation(page, lead, agent, 'E o vídeo?')
  await expect(page.getByRole('button', { name: 'Anexar' })).toBeVisible()
  const film = (name: string) => createVideo(page, { name, into: WEBM_FORMAT, codec: 'vp8', seconds: 1 })
  await attachVideos(page, await film('sala.webm'), await film('quarto.webm'))
  await expect(getAttachmentDialog(page).getByText(/vai como MP4/)).toHaveCount(2)
  await blockConverter(page)
  await getAttachmentDialog(page).getByRole('button', { name: 'Enviar 2 arquivos' }).click()
  await typeAndSend(page, 'São estes.')
  await expect(getThread(page).getByText('Preparando vídeo… 0 %')).toHaveCount(2)
  await expectAccessible(page)
  await getThread(page).getByRole('button', { name: 'Cancelar' }).nth(1).click()
  await expect(getThread(page).getByText('quarto.mp4')).toHaveCount(0)

  const context = page.context()
  await page.close()
  const again = await context.newPage()
  await allowConverter(again)
  await again.goto('/dashboard')
  await expect(getLeadThread(lead).getByText('São estes.')).toBeVisible({ timeout: 60_000 })
  const said = (await fetchHistory(again, address)).map(({ content, attachment }) => attachment?.filename ?? content)
  expect(said.slice(-2)).toEqual(['sala.mp4', 'São estes.'])
  expect(await fetchStoredVideo(again, address, 'sala.mp4')).toMatchObject({ format: 'MP4', picture: 'avc' })
})

test('MEDIA-06 what does not fit in 16 MB, and what this browser cannot convert, is refused in words before it is sent @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  await openNewLeadConversation(page, await freshWindow(), await fetchAgentByType(page, 'SDR'), 'Manda o vídeo?')
  await expect(page.getByRole('button', { name: 'Anexar' })).toBeVisible()
  const long = { name: 'aula.mp4', into: MP4_FORMAT, codec: 'avc', seconds: 1_200, frameSeconds: 6, isHeavy: true } as const
  const loud = { name: 'show.mkv', into: new MkvOutputFormat(), codec: 'avc', sound: 'opus', seconds: 2 } as const
  await attachVideos(page, await createVideo(page, long), await createVideo(page, loud))
  const row = (name: string) => getAttachmentDialog(page).getByRole('listitem').filter({ hasText: name })
  await expect(row('aula.mp4').getByRole('alert')).toHaveText('Este vídeo não cabe em 16 MB nem reduzido.')
  // Chromium without an AAC encoder, as on Linux, keeps the original audio; other browsers convert it.
  const makesAac = await page.evaluate(async () => {
    const asked = { codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 2, bitrate: 128_000 }
    return (await AudioEncoder.isConfigSupported(asked)).supported === true
  })
  if (makesAac) await expect(row('show.mkv')).toContainText('vai como MP4 de até 16 MB')
  else {
    await expect(row('show.mkv').getByRole('alert')).toHaveText(
      'Este navegador não converte o som deste vídeo. Abra a Prosa no Chrome ou no Edge, ou envie um MP4 (H.264 e AAC) de até 16 MB.',
    )
    await expect(getAttachmentDialog(page).getByRole('button', { name: 'Enviar 0 arquivos' })).toBeDisabled()
  }
})
