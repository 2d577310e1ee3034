import type { Page } from '@playwright/test'
import { MkvOutputFormat, MovOutputFormat, Mp4OutputFormat, WebMOutputFormat } from 'mediabunny'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { agentOf, historyOf, say, thread } from './support/chat.ts'
import { filmOf, readFilm, storedFilm } from './support/film.ts'
import { leadThread, openNewTalk } from './support/lead.ts'

const webm = new WebMOutputFormat()
const mp4 = new Mp4OutputFormat()
const MB = 1024 ** 2

const tray = (page: Page) => page.getByRole('dialog', { name: 'Enviar arquivos' })
const attach = (page: Page, ...files: Awaited<ReturnType<typeof filmOf>>[]) =>
  page.getByLabel('Arquivos').setInputFiles(files.map(({ path }) => path))

/** Blocks the worker that converts videos; the check of files in the tray has loaded before. */
const holdConverter = (page: Page) => page.context().route('**/video-worker-*.js', () => new Promise(() => {}))
const letConverter = (page: Page) => page.context().unroute('**/video-worker-*.js')

test('MEDIA-06 films that WhatsApp does not take become MP4 on their way, those that it takes go untouched, and what is written behind them follows @wide', async ({
  windowOf,
  freshWindow,
}) => {
  test.slow()
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'SDR')
  const lead = await freshWindow()
  const address = await openNewTalk(page, lead, agent, 'Tem vídeo da casa?')
  await expect(page.getByRole('button', { name: 'Anexar' })).toBeVisible()

  const screen = await filmOf(page, { name: 'tela.webm', into: webm, codec: 'vp8', seconds: 4 })
  const beach = await filmOf(page, { name: 'praia.mov', into: new MovOutputFormat(), codec: 'avc', sound: 'aac', seconds: 2 })
  const ready = await filmOf(page, { name: 'pronto.mp4', into: mp4, codec: 'avc', sound: 'aac', seconds: 2 })
  const heavy = await filmOf(page, { name: 'festa.mp4', into: mp4, codec: 'avc', sound: 'aac', seconds: 8, isHeavy: true })
  expect(heavy.bytes.byteLength).toBeGreaterThan(16 * MB)
  await attach(page, screen, beach, ready, heavy)
  await expect(tray(page).getByText(/ · vai como MP4 de até 16 MB$/)).toHaveCount(3)
  await expectAccessible(page)
  await tray(page).getByRole('button', { name: 'Enviar 4 arquivos' }).click()
  await say(page, 'Gostou?')

  const preparing = thread(page).getByRole('progressbar', { name: 'Preparando vídeo' })
  await expect(preparing.first()).toHaveText(/^Preparando vídeo… \d+ %$/)
  await expect(leadThread(lead).getByText('Gostou?')).toBeVisible({ timeout: 60_000 })
  await expect(thread(page).getByRole('progressbar')).toHaveCount(0)
  const said = (await historyOf(page, address)).map(({ content, attachment }) => attachment?.filename ?? content)
  expect(said.slice(-5)).toEqual(['tela.mp4', 'praia.mp4', 'pronto.mp4', 'festa.mp4', 'Gostou?'])

  const made = await storedFilm(page, address, 'tela.mp4')
  expect(made).toMatchObject({ type: 'video/mp4', format: 'MP4', picture: 'avc', sound: null })
  expect(made.seconds).toBeCloseTo(4, 1)
  // The encoder may drop some of the 100 frames to stay within the bit rate.
  expect(made.packets.length).toBeGreaterThan(90)
  const copied = await storedFilm(page, address, 'praia.mp4')
  expect(copied).toMatchObject({ format: 'MP4', picture: 'avc', sound: 'aac', packets: (await readFilm(beach.bytes)).packets })
  expect(await storedFilm(page, address, 'pronto.mp4')).toMatchObject({ size: ready.bytes.byteLength })
  const smaller = await storedFilm(page, address, 'festa.mp4')
  expect(smaller).toMatchObject({ format: 'MP4', picture: 'avc', sound: 'aac' })
  expect(smaller.seconds).toBeCloseTo(8, 1)
  expect(smaller.size).toBeLessThanOrEqual(16 * MB)
})

test('MEDIA-06 MEDIA-03 a film outlives its tab amid its preparation, and can be called off @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'SDR')
  const lead = await freshWindow()
  const address = await openNewTalk(page, lead, agent, 'E o vídeo?')
  await expect(page.getByRole('button', { name: 'Anexar' })).toBeVisible()
  const film = (name: string) => filmOf(page, { name, into: webm, codec: 'vp8', seconds: 1 })
  await attach(page, await film('sala.webm'), await film('quarto.webm'))
  await expect(tray(page).getByText(/vai como MP4/)).toHaveCount(2)
  await holdConverter(page)
  await tray(page).getByRole('button', { name: 'Enviar 2 arquivos' }).click()
  await say(page, 'São estes.')
  await expect(thread(page).getByText('Preparando vídeo… 0 %')).toHaveCount(2)
  await expectAccessible(page)
  await thread(page).getByRole('button', { name: 'Cancelar' }).nth(1).click()
  await expect(thread(page).getByText('quarto.mp4')).toHaveCount(0)

  const context = page.context()
  await page.close()
  const again = await context.newPage()
  await letConverter(again)
  await again.goto('/dashboard')
  await expect(leadThread(lead).getByText('São estes.')).toBeVisible({ timeout: 60_000 })
  const said = (await historyOf(again, address)).map(({ content, attachment }) => attachment?.filename ?? content)
  expect(said.slice(-2)).toEqual(['sala.mp4', 'São estes.'])
  expect(await storedFilm(again, address, 'sala.mp4')).toMatchObject({ format: 'MP4', picture: 'avc' })
})

test('MEDIA-06 what does not fit in 16 MB, and what this browser cannot convert, is refused in words before it is sent @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  await openNewTalk(page, await freshWindow(), await agentOf(page, 'SDR'), 'Manda o vídeo?')
  await expect(page.getByRole('button', { name: 'Anexar' })).toBeVisible()
  const long = { name: 'aula.mp4', into: mp4, codec: 'avc', seconds: 1_200, frameSeconds: 6, isHeavy: true } as const
  const loud = { name: 'show.mkv', into: new MkvOutputFormat(), codec: 'avc', sound: 'opus', seconds: 2 } as const
  await attach(page, await filmOf(page, long), await filmOf(page, loud))
  const row = (name: string) => tray(page).getByRole('listitem').filter({ hasText: name })
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
    await expect(tray(page).getByRole('button', { name: 'Enviar 0 arquivos' })).toBeDisabled()
  }
})
