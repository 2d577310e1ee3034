import * as calls from '@prosa/contract/calls/organisation/calendar'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { calendarConnections, meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import type { GoogleDouble } from '../../../testing/doubles/google/google-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { startTestAppWithGoogle } from '../../../testing/worlds/google-test-app.ts'
import { bookAgentMeeting, canAgentsBook } from '../meetings/book-agent-meeting.ts'
import { createCalendarSecretBox } from './calendar-secret-box.ts'

let test: TestApp
let google: GoogleDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client

beforeAll(async () => {
  ;({ test, google, close } = await startTestAppWithGoogle())
})
afterAll(() => close())
beforeEach(async () => {
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  await connect()
})

const status = async () => calls.getCalendarData(await staff.call(calls.calendarAuthStatus))
async function connect(): Promise<void> {
  const { url } = calls.getCalendarData(await staff.call(calls.calendarAuthUrl))
  await staff.call(calls.calendarCallback, { query: google.consent(url) })
}

const old = 'o'.repeat(40)
/** Creates the token box of a server with these secrets. */
const boxOf = (secret: string, previous: string | null) => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  return createCalendarSecretBox({ sessionSecret: bytes(secret), previousSecret: previous === null ? null : bytes(previous) })
}
const seal = (secret: string) =>
  test.deps.db.tenant(tenant.tenantId, async (tx) => {
    const [row] = await tx.db.select().from(calendarConnections)
    const refreshToken = boxOf(secret, null).encrypt(createCalendarSecretBox(test.deps.config).decrypt(row?.refreshToken ?? ''))
    await tx.db.update(calendarConnections).set({ refreshToken })
  })

it('what the one before sealed still opens', async () => {
  await seal(old)
  expect(await canAgentsBook(test.deps, boxOf('n'.repeat(40), old), tenant.tenantId)).toBe(true)
  expect(await canAgentsBook(test.deps, boxOf('n'.repeat(40), null), tenant.tenantId)).toBe(false)
})

it('a token that neither opens counts as taken back: nothing is written down for it, and connecting anew works', async () => {
  await seal(old)
  expect(await status()).toMatchObject({ isAuthorized: false })
  const place = await createConversation(test, tenant, { history: 'h' })
  const body = { leadId: place.leadId, title: 'Visita', start: '2030-05-10T14:00:00Z', end: '2030-05-10T15:00:00Z' }
  expect(await staff.refused(calls.calendarCreateEvent, { body })).toMatchObject({ status: 409 })
  const box = createCalendarSecretBox(test.deps.config)
  expect(await canAgentsBook(test.deps, box, tenant.tenantId)).toBe(false)
  const { tenantId, agentId } = tenant
  const [start, end] = [new Date(body.start), new Date(body.end)]
  const asked = { ...place, tenantId, agentId, key: 'k', subject: null, start, end, email: null }
  expect(await bookAgentMeeting(test.deps, box, asked)).toEqual({ kind: 'unavailable' })
  expect(await test.deps.db.tenant(tenantId, (tx) => tx.db.select().from(meetings))).toEqual([])
  expect(await staff.call(calls.calendarRevoke)).toMatchObject({ success: true })
  await connect()
  expect(await status()).toMatchObject({ isAuthorized: true })
})
