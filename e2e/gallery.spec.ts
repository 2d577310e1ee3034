import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { fetchAgentByType, getThread } from './support/chat.ts'
import { openNewLeadConversation } from './support/lead.ts'

/** Returns a photo of one colour in the size of a camera's. */
const createPhoto = (page: Page, hue: number) =>
  page.evaluate((colour) => {
    const canvas = document.createElement('canvas')
    canvas.width = 1_600
    canvas.height = 1_200
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    for (let y = 0; y < 12; y++) {
      context.fillStyle = `hsl(${colour} 60% ${30 + y * 4}%)`
      context.fillRect(0, y * 100, 1_600, 100)
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  }, hue)

test('MEDIA-14 the thread loads small pictures only; pressed, one fills the page, arrows lead on, and the profile opens the same @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await openNewLeadConversation(page, await freshWindow(), agent, 'Oi, boa tarde!')
  await expect(page.getByRole('button', { name: 'Anexar' })).toBeVisible()
  const whole: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/media/') && search === '') whole.push(pathname)
  })
  const photos = await Promise.all([20, 200].map((hue) => createPhoto(page, hue)))
  await page
    .getByLabel('Arquivos')
    .setInputFiles(
      photos.map((bytes, n) => ({ name: `casa-${n + 1}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(bytes, 'base64') })),
    )
  await page.getByRole('button', { name: 'Enviar 2 arquivos' }).click()
  const pictures = getThread(page).getByRole('button', { name: 'Imagem' })
  await expect(pictures).toHaveCount(2)
  await expect
    .poll(() =>
      pictures.first().evaluate((button) => {
        const { naturalWidth, naturalHeight } = button.querySelector('img') ?? {}
        return [naturalWidth, naturalHeight]
      }),
    )
    .toEqual([640, 480])
  expect(whole).toEqual([])

  await pictures.first().focus()
  await page.keyboard.press('Enter')
  const gallery = page.getByRole('dialog', { name: 'Imagens' })
  await expect(gallery.getByRole('img')).not.toHaveCount(0)
  await expect(gallery.getByRole('button', { name: 'Aumentar' })).toBeEnabled()
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(gallery.getByRole('button', { name: 'Próxima' })).toBeDisabled()
  const [saved] = await Promise.all([page.waitForEvent('download'), gallery.getByRole('button', { name: 'Baixar' }).click()])
  expect(saved.suggestedFilename()).toBe('casa-2.jpg')
  await page.keyboard.press('Escape')
  await expect(gallery).toHaveCount(0)
  await expect(pictures.first()).toBeFocused()

  // On narrow screens the profile covers the conversation and stays open when the gallery closes.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  const profile = page.getByRole('dialog', { name: 'Perfil do lead' })
  await profile.getByRole('button', { name: 'Arquivos' }).click()
  await expect(profile.getByRole('button', { name: /casa-1\.jpg/ })).toBeInViewport()
  await profile.getByRole('button', { name: /casa-1\.jpg/ }).click()
  await expect(gallery).toBeVisible()
  expect(await gallery.evaluate((layer) => layer.getBoundingClientRect().width)).toBe(390)
  await page.keyboard.press('Escape')
  await expect(gallery).toHaveCount(0)
  await expect(profile).toBeVisible()
  await expectAccessible(page)
})

test('MEDIA-13 files of a tray arrive in its order, and pictures in a row are one grid that the keyboard takes as one @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await openNewLeadConversation(page, await freshWindow(), agent, 'Oi, boa tarde!')
  await expect(page.getByRole('button', { name: 'Anexar' })).toBeVisible()
  const photos = await Promise.all([0, 60, 120, 180, 240].map((hue) => createPhoto(page, hue)))
  // The grid reserves its space before its images load.
  const measured = Promise.withResolvers<void>()
  await page.route(/size=thumb/, async (route) => {
    await measured.promise
    await route.continue()
  })
  const names = photos.map((_, n) => `sala-${n + 1}.jpg`)
  await page
    .getByLabel('Arquivos')
    .setInputFiles(
      photos.map((bytes, n) => ({ name: names[n] ?? '', mimeType: 'image/jpeg', buffer: Buffer.from(bytes, 'base64') })),
    )
  await page.getByRole('button', { name: 'Enviar 5 arquivos' }).click()
  const grid = getThread(page).getByRole('group', { name: '5 imagens' })
  await expect(grid.getByRole('button')).toHaveCount(4)
  await expect(getThread(page).getByRole('button', { name: /^Imagem/ })).toHaveCount(4)
  const { width, height } = (await grid.boundingBox()) ?? { width: 0, height: 0 }
  expect(Math.round((width / height) * 3)).toBe(4)
  measured.resolve()
  await expectAccessible(page)

  // The gallery also contains images that the grid only counts, in the order of the attachment tray.
  await grid.getByRole('button', { name: 'Imagem 4 de 5, e mais 1' }).click()
  const gallery = page.getByRole('dialog', { name: 'Imagens' })
  await expect(gallery.getByRole('button', { name: 'Aumentar' })).toBeEnabled()
  await page.keyboard.press('ArrowRight')
  await expect(gallery.getByRole('button', { name: 'Próxima' })).toBeDisabled()
  const [saved] = await Promise.all([page.waitForEvent('download'), gallery.getByRole('button', { name: 'Baixar' }).click()])
  expect(saved.suggestedFilename()).toBe('sala-5.jpg')
  await page.keyboard.press('Escape')
  const profile = page.getByRole('complementary', { name: 'Perfil do lead' })
  await profile.getByRole('button', { name: 'Arquivos' }).click()
  await expect(profile.getByRole('list', { name: 'Arquivos' }).getByRole('button')).toHaveText(
    names.toReversed().map((name) => new RegExp(name)),
  )

  // One key press moves past the whole grid.
  await page.getByRole('textbox', { name: 'Mensagem' }).blur()
  await page.keyboard.press('l')
  const focused = getThread(page).locator('[data-index]:focus')
  await expect(focused.getByRole('group', { name: '5 imagens' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(focused.getByText(/\?/)).toBeVisible()
  await expect(focused.getByRole('group')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(focused.getByRole('group', { name: '5 imagens' })).toBeVisible()
})
