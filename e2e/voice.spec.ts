import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll, THEMES, VIEWPORT_WIDTHS } from './support/accessibility.ts'
import { fetchAgentByType, fetchConversations, getThread } from './support/chat.ts'
import { linkMetaNumber, type MetaNumberDouble } from './support/meta-number-double.ts'
import { createMetaTest, withFakeMicrophone } from './support/meta-test.ts'

/** Test with the product connected to the Meta double, in a browser with a fake microphone that beeps. */
const test = createMetaTest().extend<object, object>({
  launchOptions: [({ launchOptions }, use) => use(withFakeMicrophone(launchOptions)), { scope: 'worker' }],
})
test.describe.configure({ mode: 'serial' })

const LEAD = { phone: '5521977776666', name: 'Yara Moreira' }

const getRecordButton = (page: Page) => page.getByRole('button', { name: 'Gravar áudio' })
const getRecordingBar = (page: Page) => page.getByRole('group', { name: 'Gravação' })
const getRecordingButton = (page: Page, name: string) => getRecordingBar(page).getByRole('button', { name })
const getRecordingTimer = (page: Page) => getRecordingBar(page).getByRole('timer')
const getVoiceMessages = (page: Page) => getThread(page).getByRole('group', { name: 'Mensagem de voz' })
const expectAnnouncement = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1)
const getPlaybackSlider = (voice: Locator) => voice.getByRole('slider', { name: 'Posição' })

/**
 * Records for four seconds, so that playback is visible even on a busy machine. Sends the message and waits for its bubble, because until
 * then the last voice message is another one.
 */
const recordAndSend = async (page: Page) => {
  await getRecordButton(page).click()
  await expect(getRecordingTimer(page)).toHaveText('0:04')
  const before = await getVoiceMessages(page).count()
  await getRecordingButton(page, 'Enviar').click()
  await expect(getRecordingBar(page)).toHaveCount(0)
  await expect(getVoiceMessages(page)).toHaveCount(before + 1)
}

/** Opens the conversation of the lead, who has just written over WhatsApp. */
const openLeadConversation = async (page: Page, said: () => Promise<number>) => {
  const agent = await fetchAgentByType(page, 'SDR')
  const find = async () => (await fetchConversations(page, agent, `?phone=${LEAD.phone}`)).at(0)
  if (!(await find())) {
    await linkMetaNumber(page, agent)
    expect(await said()).toBe(200)
    await expect.poll(async () => (await find())?._id).toBeTruthy()
  }
  const found = await find()
  await page.goto(`/chat/${found?.lead_id}/${found?._id}`)
  await expect(getThread(page)).toContainText(LEAD_GREETING)
}
const LEAD_GREETING = 'Pode me mandar um áudio?'
const sendLeadGreeting = (meta: MetaNumberDouble, origin: string) => () =>
  meta.deliver(origin, LEAD, 'wamid.VOICE1', { type: 'text', text: { body: LEAD_GREETING } })

test('MEDIA-07 recorded by keys alone, a voice message reaches Meta as OGG with Opus of one channel, and is played here @wide', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('staff')
  await openLeadConversation(page, sendLeadGreeting(meta, product.url))
  await getRecordButton(page).focus()
  await page.keyboard.press('Enter')
  await expectAnnouncement(page, 'Gravando')
  await expect(getRecordingButton(page, 'Enviar')).toBeFocused()
  await expect(getRecordingTimer(page)).toHaveText('0:03')
  await page.keyboard.press('Escape')
  await expectAnnouncement(page, 'Pausado, 3 segundos')
  await page.keyboard.press('Shift+Tab')
  await expect(getRecordingButton(page, 'Continuar')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(getRecordingButton(page, 'Ouvir')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(getRecordingTimer(page)).toHaveText(/^0:0[1-3] \/ 0:03$/)
  await getRecordingButton(page, 'Continuar').focus()
  await page.keyboard.press('Enter')
  await expect(getRecordingTimer(page)).toHaveText('0:04')
  await getRecordingButton(page, 'Enviar').focus()
  await page.keyboard.press('Enter')
  await expectAnnouncement(page, 'Áudio enviado')
  await expect(getRecordButton(page)).toBeFocused()

  await expect.poll(() => meta.accepted.filter(({ body }) => body.type === 'audio').length).toBe(1)
  expect(meta.accepted.find(({ body }) => body.type === 'audio')?.body.audio).toEqual({ id: meta.uploads[0]?.id, voice: true })
  const [upload] = meta.uploads
  expect(upload).toMatchObject({ mimeType: 'audio/ogg; codecs=opus', ogg: { codec: 'opus', channels: 1 } })
  expect(upload?.ogg?.durationMs).toBeGreaterThan(3_500)
  expect(upload?.ogg?.durationMs).toBeLessThan(6_000)

  const voice = getVoiceMessages(page).last()
  await expect(voice).toContainText('0:04')
  await voice.getByRole('button', { name: 'Ouvir' }).click()
  await expect(getPlaybackSlider(voice)).toHaveAttribute('aria-valuetext', /^[1-4] segundos? de 4 segundos$/)
})

test('MEDIA-07 MEDIA-11 held and let go it is sent, slid to the left it is not; starting another voice stops the first @wide', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('staff')
  await openLeadConversation(page, sendLeadGreeting(meta, product.url))
  const uploads = meta.uploads.length
  const hold = async () => {
    const box = await getRecordButton(page).boundingBox()
    if (!box) throw new Error('The microphone is not to be seen')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await expect(getRecordingBar(page)).toBeVisible()
    return { x, y }
  }
  const { x, y } = await hold()
  await expect(getRecordingTimer(page)).toHaveText('0:02')
  await page.mouse.move(x - 120, y, { steps: 3 })
  await expect(getRecordingBar(page)).toContainText('Solte para descartar')
  await page.mouse.up()
  await expectAnnouncement(page, 'Áudio descartado')
  await hold()
  await expect(getRecordingTimer(page)).toHaveText('0:02')
  const before = await getVoiceMessages(page).count()
  await page.mouse.up()
  await expectAnnouncement(page, 'Áudio enviado')
  await expect(getVoiceMessages(page)).toHaveCount(before + 1)
  await recordAndSend(page)
  await expect.poll(() => meta.uploads.length).toBe(uploads + 2)
  const [first, second] = [getVoiceMessages(page).nth(before), getVoiceMessages(page).last()]
  await first.getByRole('button', { name: 'Ouvir' }).click()
  await expect(first.getByRole('button', { name: 'Pausar' })).toBeVisible()
  await second.getByRole('button', { name: 'Ouvir' }).click()
  await expect(first.getByRole('button', { name: 'Ouvir' })).toBeVisible()
  await expect(getPlaybackSlider(second)).toHaveAttribute('aria-valuetext', /^[1-4] segundos? de/)

  // Playback continues, and can be paused, while another conversation is open.
  const here = new URL(page.url()).pathname
  await first.getByRole('button', { name: 'Ouvir' }).click()
  await expect(first.getByRole('button', { name: 'Pausar' })).toBeVisible()
  await page.locator(`a[href^="/chat/"]:not([href="${here}"])`).first().click()
  const playing = page.getByRole('button', { name: 'Pausar o áudio que está tocando' })
  await playing.click()
  await expect(playing).toHaveCount(0)
})

test('MEDIA-10 where the browser plays no OGG the panel puts the sound into WebM, and it is heard @wide', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('staff')
  await page.addInitScript(() => {
    const known = new Audio()
    const knows = known.canPlayType.bind(known)
    HTMLMediaElement.prototype.canPlayType = (type) => (type.includes('ogg') ? '' : knows(type))
  })
  await openLeadConversation(page, sendLeadGreeting(meta, product.url))
  await recordAndSend(page)
  const voice = getVoiceMessages(page).last()
  await voice.getByRole('button', { name: 'Ouvir' }).click()
  await expect(getPlaybackSlider(voice)).toHaveAttribute('aria-valuetext', /^[1-4] segundos? de 4 segundos$/)
})

test('VISUAL-01 what records is accessible at every width and in both themes, and waits in its conversation while another is open @wide', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('staff')
  await openLeadConversation(page, sendLeadGreeting(meta, product.url))
  await getRecordButton(page).click()
  await expect(getRecordingTimer(page)).toHaveText('0:01')
  await getRecordingButton(page, 'Pausar').click()
  for (const width of [...VIEWPORT_WIDTHS, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoHorizontalScroll(page)
    for (const theme of THEMES) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      await expectAccessible(page, { coloursOnly: theme !== THEMES[0] })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const here = new URL(page.url()).pathname
  await page.locator(`a[href^="/chat/"]:not([href="${here}"])`).first().click()
  await expect(page.getByText(/^O áudio de 0:01 espera na conversa com/)).toBeVisible()
  await page.locator(`a[href="${here}"]`).click()
  await getRecordingButton(page, 'Descartar').click()
  await expect(getRecordingBar(page)).toHaveCount(0)
  await expect(getRecordButton(page)).toBeFocused()
})
