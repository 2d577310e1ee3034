import type { Page } from '@playwright/test'
import { type LlmDouble, openLlmDouble } from '../apps/server/src/testing/doubles/llm/llm-double.ts'
import { test as base, expect } from './fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll, THEMES, VIEWPORT_WIDTHS } from './support/accessibility.ts'
import { fetchAgentByType, getConversationRows, getThread, typeAndSend } from './support/chat.ts'
import { openNewLeadConversation } from './support/lead.ts'
import { withFakeMicrophone } from './support/meta-test.ts'

/** Test with the product connected to a transcription double, in browsers with a fake microphone that beeps. */
const test = base.extend<object, { llm: LlmDouble; environment: Record<string, string> }>({
  llm: [
    async ({}, use) => {
      const llm = await openLlmDouble()
      await use(llm)
      await llm.close()
    },
    { scope: 'worker' },
  ],
  environment: [({ llm }, use) => use(llm.transcribeEnv), { scope: 'worker' }],
  launchOptions: [({ launchOptions }, use) => use(withFakeMicrophone(launchOptions)), { scope: 'worker' }],
})
test.describe.configure({ mode: 'serial' })

const getVoiceMessages = (page: Page) => getThread(page).getByRole('group', { name: 'Mensagem de voz' })
const getPlaybackSlider = (page: Page) => getVoiceMessages(page).last().getByRole('slider', { name: 'Posição' })

/** Opens a new lead's conversation in which a user has answered, so that the agent does not answer. */
const openQuietConversation = async (page: Page, lead: Page, words: string) => {
  await openNewLeadConversation(page, lead, await fetchAgentByType(page, 'SDR'), words)
  await typeAndSend(page, 'Pode mandar')
  await expect(lead.getByText('Pode mandar')).toBeVisible()
}

/** Records and sends a voice message of five seconds as the lead. */
const recordVoiceMessage = async (lead: Page) => {
  await lead.getByRole('button', { name: 'Anexar' }).waitFor()
  await lead.getByRole('button', { name: 'Gravar áudio' }).click()
  const bar = lead.getByRole('group', { name: 'Mensagem de voz' })
  await expect(bar.getByText('0:05', { exact: true })).toBeVisible()
  await bar.getByRole('button', { name: 'Enviar' }).click()
  await expect(bar).toHaveCount(0)
}

const TRANSCRIBED_TEXT = {
  text: 'Quero o de três quartos. Ele aceita pet? Tenho dois cachorros.',
  duration: 5,
  segments: [
    { start: 0, end: 2.2, text: ' Quero o de três quartos.' },
    { start: 2.2, end: 3.6, text: ' Ele aceita pet?' },
    { start: 3.6, end: 5, text: ' Tenho dois cachorros.' },
  ],
}

test('HEAR-10 HEAR-11 what a lead says is read below its player, stands in the list, and each sentence plays its seconds', async ({
  windowOf,
  freshWindow,
  llm,
}) => {
  const [page, lead] = [await windowOf('staff'), await freshWindow()]
  const { promise, resolve } = Promise.withResolvers<void>()
  llm.transcribe(() => ({ ...TRANSCRIBED_TEXT, until: promise }))
  await openQuietConversation(page, lead, 'Posso mandar áudio?')
  await recordVoiceMessage(lead)
  await expect(getThread(page).getByText('Transcrevendo…')).toBeVisible()
  resolve()
  const third = getThread(page).getByRole('button', { name: 'Tenho dois cachorros. Ouvir de 0:03' })
  await expect(third).toBeVisible()
  await expect(getThread(page)).toContainText('Transcrição: Quero o de três quartos.')
  await expect(getConversationRows(page).filter({ hasText: 'Áudio: Quero o de três quartos.' })).toHaveCount(1)

  const second = getThread(page).getByRole('button', { name: /Ouvir de 0:02$/ })
  const presses = [
    { begin: () => third.click(), from: 3.6, to: 5 },
    { begin: () => second.press('Enter'), from: 2.2, to: 3.6 },
  ]
  for (const { begin, from, to } of presses) {
    await begin()
    await expect(getVoiceMessages(page).last().getByRole('button', { name: 'Pausar' })).toBeVisible()
    const heard = Number(await getPlaybackSlider(page).inputValue())
    expect(heard).toBeGreaterThanOrEqual(from - 0.5)
    // Even on a busy machine, playback is still within the clicked sentence.
    expect(heard).toBeLessThanOrEqual(to)
    await getVoiceMessages(page).last().getByRole('button', { name: 'Pausar' }).click()
  }
  await expectAccessible(page)
})

test('HEAR-10 one that failed is asked for by keys, and comes @wide', async ({ windowOf, freshWindow, llm }) => {
  const [page, lead] = [await windowOf('staff'), await freshWindow()]
  llm.transcribe(() => ({ fails: { status: 400 } }))
  await openQuietConversation(page, lead, 'Vou mandar outro áudio')
  await recordVoiceMessage(lead)
  await expect(getThread(page).getByText('Não foi possível transcrever')).toBeVisible()
  const asked = llm.sounds.length
  llm.transcribe(() => ({ text: 'Agora se ouve bem.' }))
  await getThread(page).getByRole('button', { name: 'Transcrever' }).press('Enter')
  await expect(getThread(page)).toContainText('Agora se ouve bem.')
  expect(llm.sounds.length - asked).toBe(1)
})

test('HEAR-11 looks the same to everybody: at both widths, in both themes @wide', async ({ windowOf, freshWindow, llm }) => {
  const [page, lead] = [await windowOf('staff'), await freshWindow()]
  llm.transcribe(() => ({
    ...TRANSCRIBED_TEXT,
    text: `${TRANSCRIBED_TEXT.text} ${'Preciso de vaga e varanda. '.repeat(12)}`,
    segments: [],
  }))
  await openQuietConversation(page, lead, 'Mais um áudio')
  await recordVoiceMessage(lead)
  await expect(getThread(page).getByRole('button', { name: 'Mostrar tudo' })).toBeVisible()
  for (const width of VIEWPORT_WIDTHS)
    for (const theme of THEMES) {
      await page.setViewportSize({ width, height: 844 })
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      await expectNoHorizontalScroll(page)
      await expectAccessible(page)
    }
})
