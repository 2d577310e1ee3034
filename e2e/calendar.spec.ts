import type { Page } from '@playwright/test'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { type GoogleDouble, openGoogleDouble } from '../apps/server/src/testing/doubles/google/google-double.ts'
import { test as base, expect } from './fixtures.ts'
import { fetchAgentByType, fetchConversations } from './support/chat.ts'

/** Test with the product connected to the Google double. */
const test = base.extend<object, { google: GoogleDouble; environment: Record<string, string> }>({
  google: [
    async ({}, use) => {
      const google = await openGoogleDouble()
      await use(google)
      await google.close()
    },
    { scope: 'worker' },
  ],
  environment: [({ google }, use) => use(google.env), { scope: 'worker' }],
})

const openSettings = async (page: Page) => {
  await page.goto('/user/settings')
  await expect(page.getByRole('heading', { name: 'Google Calendar' })).toBeVisible()
}

/** Clicks the button and waits for Google's consent page in the popup. */
const openConsent = async (page: Page): Promise<Page> => {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Autorizar Google Calendar' }).click(),
  ])
  await expect(popup.getByRole('link', { name: 'Permitir' })).toBeVisible()
  return popup
}

const grantConsent = (popup: Page) => popup.getByRole('link', { name: 'Permitir' }).click({ noWaitAfter: true })

const disconnectCalendar = async (page: Page) => {
  await page.getByRole('button', { name: 'Remover autorização' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Tem certeza que deseja remover a autorização do Google Calendar?')
  await question.getByRole('button', { name: 'Sim, Remover' }).click()
  await expect(page.getByText('Autorização removida com sucesso!')).toBeVisible()
}

test('SETTINGS-02 SETTINGS-05 CAL-01 CAL-02 CAL-04 CAL-05 CAL-07 TEXT-41 TEXT-42 from consent to a booked meeting, and back', async ({
  windowOf,
  google,
}) => {
  const page = await windowOf('staff')
  await openSettings(page)
  const popup = await openConsent(page)
  expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([500, 600])
  const closed = popup.waitForEvent('close')
  await grantConsent(popup)
  await closed
  await expect(page.getByText('Google Calendar autorizado com sucesso.')).toBeVisible()
  await expect(page.getByText(google.consentPage.account)).toBeVisible()
  await page.reload()
  await expect(page.getByText(google.consentPage.account)).toBeVisible()

  const [conversation] = await fetchConversations(page, await fetchAgentByType(page, 'SDR'))
  const start = Date.now() + 86_400_000
  const booked = await page.evaluate(
    async ({ header, ...body }) => {
      const headers = { 'content-type': 'application/json', [header]: new Date().toISOString() }
      const answer = await fetch('/api/google-calendar/create-event', { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as unknown
    },
    {
      header: HTTP_HEADERS.requestTime,
      leadId: conversation?.lead_id,
      title: 'Visita ao apartamento',
      start: new Date(start).toISOString(),
      end: new Date(start + 1_800_000).toISOString(),
    },
  )
  expect(booked).toMatchObject({ success: true, htmlLink: expect.stringContaining('calendar.test') })
  expect(google.events.at(-1)).toMatchObject({ summary: 'Visita ao apartamento' })

  await disconnectCalendar(page)
  await expect(page.getByRole('button', { name: 'Autorizar Google Calendar' })).toBeVisible()
  expect(google.isAuthorized()).toBe(false)
})

test('CAL-04 a consent page that cuts itself off from the panel still leads back @wide', async ({ windowOf, google }) => {
  google.consentPage.severs = true
  const page = await windowOf('admin')
  await openSettings(page)
  const popup = await openConsent(page)
  await grantConsent(popup)
  await expect(page.getByText('Google Calendar autorizado com sucesso.')).toBeVisible()
  await expect(page.getByText(google.consentPage.account)).toBeVisible()
  google.consentPage.severs = false
  await disconnectCalendar(page)
})

test('CAL-03 TEXT-46 closing the popup is a cancelled authorization @wide', async ({ windowOf }) => {
  const page = await windowOf('operator')
  await openSettings(page)
  const popup = await openConsent(page)
  await popup.close()
  await expect(page.getByText('Authorization was cancelled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Autorizar Google Calendar' })).toBeEnabled()
})

test('CAL-04 TEXT-47 TEXT-48 a refusal, and an answer without a code, say so @wide', async ({ windowOf, google }) => {
  const page = await windowOf('operator')
  await openSettings(page)
  const refusing = await openConsent(page)
  await refusing.getByRole('link', { name: 'Negar' }).click({ noWaitAfter: true })
  await expect(page.getByText('Authorization failed')).toBeVisible()
  google.consentPage.forgetsCode = true
  await grantConsent(await openConsent(page))
  await expect(page.getByText('No authorization code received')).toBeVisible()
  google.consentPage.forgetsCode = false
  expect(google.isAuthorized()).toBe(false)
})

test('TEXT-45 a blocked popup says how to allow it @wide', async ({ windowOf }) => {
  const page = await windowOf('operator')
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openSettings(page)
  await page.getByRole('button', { name: 'Autorizar Google Calendar' }).click()
  await expect(page.getByText('Failed to open popup window. Please allow popups for this site.')).toBeVisible()
})
