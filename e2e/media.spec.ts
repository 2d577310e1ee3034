import { expect, test } from './fixtures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { fetchAgentByType, getComposer, getThread } from './support/chat.ts'
import { getLeadThread, openNewLeadConversation } from './support/lead.ts'

/** EXIF data of a photo taken with a rotated camera: orientation 6. */
const ROTATED_EXIF = Buffer.concat([
  Buffer.from('ffe10022', 'hex'),
  Buffer.from('Exif\0\0MM\0*', 'latin1'),
  Buffer.from('00000008000101120003000000010006000000000000', 'hex'),
])
const addRotatedExif = (jpeg: Buffer): Buffer => Buffer.concat([jpeg.subarray(0, 2), ROTATED_EXIF, jpeg.subarray(2)])

test('MEDIA-05 MEDIA-14 MEDIA-20 a person attaches a photo and a document; the lead sees both, in their order, after a text and before the next', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await freshWindow()
  await openNewLeadConversation(page, lead, agent, 'Boa tarde!')
  await expect(page.getByRole('button', { name: 'Anexar' })).toBeVisible()

  // An image above the size limit, drawn by the browser.
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 3_600
    canvas.height = 2_400
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    for (let x = 0; x < 36; x++) {
      context.fillStyle = `hsl(${x * 10} 60% 50%)`
      context.fillRect(x * 100, 0, 100, 2_400)
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  await page.getByLabel('Arquivos').setInputFiles([
    { name: 'sala.jpg', mimeType: 'image/jpeg', buffer: addRotatedExif(Buffer.from(drawn, 'base64')) },
    { name: 'Planta.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n') },
    { name: 'jogo.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1') },
  ])
  const tray = page.getByRole('dialog', { name: 'Enviar arquivos' })
  await expect(tray.getByRole('alert')).toHaveText(/não leva arquivos \.exe/)
  await tray.getByRole('textbox', { name: 'Legenda de sala.jpg' }).fill('A sala, de manhã')
  await expectAccessible(page)
  await tray.getByRole('button', { name: 'Enviar 2 arquivos' }).click()
  await expect(tray).toHaveCount(0)
  await getComposer(page).fill('Gostou?')
  await getComposer(page).press('Enter')

  const seen = getLeadThread(lead)
  const photo = seen.getByRole('img', { name: 'Imagem' })
  await expect(photo).toBeVisible()
  // The thread shows a thumbnail; the opened image has full size, is upright and has no EXIF data.
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([427, 640])
  const opened = await photo.locator('xpath=..').evaluate(async (link: HTMLAnchorElement) => {
    const blob = await (await fetch(link.href)).blob()
    const { width, height } = await createImageBitmap(blob, { imageOrientation: 'none' })
    return { width, height, type: blob.type, size: blob.size, hasNotes: (await blob.text()).includes('Exif') }
  })
  expect(opened).toMatchObject({ width: 1_707, height: 2_560, type: 'image/jpeg', hasNotes: false })
  expect(opened.size).toBeLessThanOrEqual(5 * 1024 ** 2)
  await expect(seen.getByRole('article').filter({ hasText: 'A sala, de manhã' }).getByRole('img')).toHaveCount(1)
  const plan = seen.getByRole('link', { name: /^Baixar Planta\.pdf/ })
  const [saved] = await Promise.all([lead.waitForEvent('download'), plan.click()])
  expect(saved.suggestedFilename()).toBe('Planta.pdf')
  await expect(seen.getByText('Gostou?')).toBeVisible()
  const order = await seen.getByRole('article').allInnerTexts()
  const at = (words: RegExp) => order.findIndex((said) => words.test(said))
  expect([at(/A sala/), at(/Planta\.pdf/), at(/Gostou/)]).toEqual([at(/A sala/), at(/A sala/) + 1, at(/A sala/) + 2])

  // Staff load the file by their own URL.
  await expect(getThread(page).getByRole('img', { name: 'Imagem' })).toBeVisible()
  await expect(getThread(page).getByText('Planta.pdf')).toBeVisible()
  // The thread stays at its end, although messages arrived and loaded images changed their height.
  await expect(page.getByRole('button', { name: /^Ir para o fim/ })).toHaveCount(0)
  await expect(getThread(page).getByText('Gostou?')).toBeInViewport()
})
