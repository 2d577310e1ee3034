import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { allCalls } from '@prosa/contract/calls/all'
import { LIST_LOAD_THROTTLE_MS } from '@prosa/contract/constants'
import { expect, test } from '../fixtures.ts'
import { findSpecifiedCall, SPECIFIED_CALLS, type SpecifiedCall } from '../support/bare-provider/specified-calls.ts'
import { CONVERSATION_FAILURES } from '../support/failures/conversation-failures.ts'
import { advanceClock, FAILED_ANSWERS, FailingCall } from '../support/failures/failing-call.ts'
import type { FailureCase, FailureContext } from '../support/failures/failure-case.ts'
import { PEOPLE_FAILURES } from '../support/failures/people-failures.ts'
import { REFRESH_FAILURE, SESSION_EXPIRED_OUTCOME, SESSION_FAILURES } from '../support/failures/session-failures.ts'

test.use({ expectedNoise: [/Failed to load resource|blocked by CORS|Logout realizado localmente|WebSocket connection/] })

test.describe.configure({ mode: 'parallel' })

/** Calls of the specification that no page of the panel makes. */
const UNUSED_CALLS: readonly SpecifiedCall[] = ['GET /leads', 'GET /leads/phone/:phone', 'POST /google-calendar/create-event']
const CALLS_TESTED_WITH_OTHERS = { refresh: 'POST /auth/refresh', owner: 'GET /tenants/domain/:domain' } as const
const FAILURE_CASES = {
  ...SESSION_FAILURES,
  ...CONVERSATION_FAILURES,
  ...PEOPLE_FAILURES,
  [CALLS_TESTED_WITH_OTHERS.refresh]: REFRESH_FAILURE,
}

const listSourceFiles = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

test('every specified call that the panel makes is rehearsed', () => {
  const rehearsed = new Set<string>([...Object.keys(FAILURE_CASES), CALLS_TESTED_WITH_OTHERS.owner])
  expect(SPECIFIED_CALLS.filter((call) => !rehearsed.has(call))).toEqual(UNUSED_CALLS)
  const panel = listSourceFiles(join(import.meta.dirname, '../../apps/panel/src'))
  const made = allCalls
    .filter(({ method, path }) => (UNUSED_CALLS as readonly string[]).includes(`${method} ${path}`))
    .filter(({ name }) => panel.some((text) => new RegExp(`call\\(${name}\\b`).test(text)))
  expect(made.map(({ name }) => name)).toEqual([])
})

/** Matches every loading indicator of the page. */
const LOADING_SELECTOR = '[aria-busy="true"], .animate-spin, .animate-pulse'

const runFailureCase = async (rehearsal: FailureCase, stage: FailureContext, weather: FailingCall) => {
  const { page } = stage
  // Collects all toasts shown during this answer: an older toast behind the newest becomes visible when one of those disappears.
  const seen = new Set<string>()
  const seeAll = async () => {
    for (const text of await getToastTexts(page)) seen.add(text)
  }
  for (const answer of FAILED_ANSWERS) {
    await test.step(String(answer), async () => {
      weather.turn(answer)
      const before = weather.asked
      await seeAll()
      await rehearsal.provoke(stage, answer)
      const isMade = (within: number) =>
        expect
          .poll(() => weather.asked, { message: 'the call is made', timeout: within, intervals: [10, 20, 50] })
          .toBeGreaterThan(before)
      // The page may delay a call by at most two seconds. A longer wait would trigger its automatic refetch.
      await isMade(300).catch(() => advanceClock(page, LIST_LOAD_THROTTLE_MS).then(() => isMade(15_000)))
      const isOver = answer === 401 && rehearsal.who !== undefined && !rehearsal.says401
      const after = isOver ? SESSION_EXPIRED_OUTCOME : rehearsal
      const said = after.says?.(answer) ?? null
      await expect(async () => {
        const stands = await after.stands(page).isVisible()
        const waits = await page.locator(LOADING_SELECTOR).count()
        const told = said === null || (await page.getByText(said).count()) > 0
        if (!stands || waits > 0 || !told) await weather.letTimePass()
        expect({ stands, waits, told: told ? said : page.url() }).toEqual({ stands: true, waits: 0, told: said })
      }).toPass({ timeout: 12_000, intervals: [20, 20, 50, 50, 100, 200] })
      if (isOver) {
        const toasts = (await getToastTexts(page)).filter(
          (text) => !seen.has(text) && !text.includes(rehearsal.bringsToast ?? '\0'),
        )
        expect(toasts, 'toasts').toEqual([])
        return
      }
      await seeAll()
      for (const [field, text] of rehearsal.keeps?.(page) ?? []) await expect(field).toHaveValue(text)
      weather.turn(null)
      await rehearsal.settle?.(stage)
      await dismissAllToasts(page)
    })
  }
}

const getToastCloseButtons = (page: Page) => page.getByRole('button', { name: 'Fechar notificação' })

/** Includes toasts that a dialog covers. */
const getToastTexts = (page: Page) =>
  page.getByRole('button', { name: 'Fechar notificação', includeHidden: true }).locator('..').allInnerTexts()

/** A toast may disappear by itself before the click. */
const dismissAllToasts = async (page: Page) => {
  await expect(async () => {
    if ((await getToastCloseButtons(page).count()) > 0) await getToastCloseButtons(page).first().click({ timeout: 500 })
    expect(await getToastCloseButtons(page).count()).toBe(0)
  }).toPass({ timeout: 10_000 })
}

for (const [call, rehearsal] of Object.entries(FAILURE_CASES) as [SpecifiedCall, FailureCase][]) {
  test(`${call} may fail`, async ({ windowOf, freshWindow, bare }) => {
    const page = rehearsal.who ? await windowOf(rehearsal.who) : await freshWindow()
    const agent = bare.world.agents.find(({ type }) => type === 'SDR')
    if (!agent) throw new Error('The bare world has no SDR')
    const conversation = bare.leadArrives(agent._id, 'Alô?')
    const { origins } = await page.context().storageState()
    const stage: FailureContext = {
      page,
      conversation,
      path: `/chat/${conversation.lead._id}/${conversation.id}`,
      signInAgain: () =>
        page.evaluate(
          (items) => {
            for (const { name, value } of items) localStorage.setItem(name, value)
          },
          origins.flatMap(({ localStorage }) => localStorage),
        ),
      invite: (email) => bare.invite(email),
      markReadFails: () => bare.markReadFails(conversation),
    }
    await page.clock.install()
    const headers = { 'access-control-allow-origin': bare.panel, 'access-control-allow-credentials': 'true' }
    // Keeps the session on the server for the following answers and for other users of it.
    await page.route(/\/auth\/logout$/, (route) => route.fulfill({ status: 200, headers }))
    if (call === CALLS_TESTED_WITH_OTHERS.refresh)
      await page.route(/\/agents\?/, (route) => route.fulfill({ status: 401, headers }))
    const weather = await FailingCall.over(
      page,
      (method, url) => url.origin === bare.url && findSpecifiedCall(method, url.pathname)?.call === call,
    )
    await rehearsal.open(stage)
    await runFailureCase(rehearsal, stage, weather)
  })
}
