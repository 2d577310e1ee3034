import * as calls from '@prosa/contract/calls/organisation/calendar'
import { dashboardSummary } from '@prosa/contract/calls/reports/dashboard'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { meetings } from '../../platform/database/schema/organisation/calendar.ts'
import type { GoogleDouble } from '../../testing/doubles/google/google-double.ts'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/worlds/factories.ts'
import { startTestAppWithGoogle } from '../../testing/worlds/google-test-app.ts'
import { createCalendarSecretBox } from './connection/calendar-secret-box.ts'
import { syncCalendarEvent } from './meetings/sync-calendar-event.ts'

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
})

const begin = async (client = staff) => calls.getCalendarData(await client.call(calls.calendarAuthUrl)).url
const status = async (client = staff) => calls.getCalendarData(await client.call(calls.calendarAuthStatus))
async function connect(client = staff, email?: string) {
  const query = google.consent(await begin(client), email)
  return client.call(calls.calendarCallback, { query })
}

describe('connecting', () => {
  it('CALL-35 asks Google for offline access to events, with state and PKCE, back to the panel’s popup page', async () => {
    const asked = new URL(await begin()).searchParams
    expect(asked.get('redirect_uri')).toBe('http://localhost:3000/google-calendar/oauth2callback')
    expect(asked.get('access_type')).toBe('offline')
    expect(asked.get('scope')).toContain('calendar.events')
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('state')).toHaveLength(32)
  })

  it('CALL-36 CALL-37 ENT-14 G12 the code connects the calendar; answers stand at the top and under data', async () => {
    expect(await status()).toEqual({ isAuthorized: false, email: null, authorizedAt: null })
    expect(await connect()).toMatchObject({ success: true, email: 'ana@aurora.test', data: { email: 'ana@aurora.test' } })
    expect(await status()).toMatchObject({ isAuthorized: true, email: 'ana@aurora.test', authorizedAt: expect.any(String) })
    const colleague = await test.client(tenant.operator.phone)
    expect(await status(colleague)).toMatchObject({ isAuthorized: false })
  })

  it('the refresh token rests sealed', async () => {
    await connect()
    const { rows } = await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.execute(sql`SELECT refresh_token FROM calendar_connections`),
    )
    // Matches a whole token: three of its characters can occur in the encrypted bytes by chance.
    expect(String(rows[0]?.refresh_token)).not.toMatch(/rt-[0-9a-f]{12}/)
    expect(rows).toHaveLength(1)
  })

  it('a foreign, a replayed, a late and an unasked code connect nothing', async () => {
    const other = await test.client((await createTenant(test)).staff.phone)
    const foreign = google.consent(await begin(other))
    await begin()
    expect(await staff.refused(calls.calendarCallback, { query: { code: foreign.code } })).toMatchObject({ status: 400 })
    const withoutState = google.consent(await begin())
    expect(await staff.refused(calls.calendarCallback, { query: { code: withoutState.code } })).toMatchObject({ status: 400 })
    expect(await staff.refused(calls.calendarCallback, { query: foreign })).toMatchObject({
      status: 400,
      message: 'Erro ao autorizar Google Calendar',
    })
    const wrongState = google.consent(await begin())
    expect(await staff.refused(calls.calendarCallback, { query: { code: wrongState.code, state: foreign.state } })).toMatchObject(
      { status: 400 },
    )
    const otherSession = google.consent(await begin())
    const samePerson = await test.client(tenant.staff.phone)
    expect(await samePerson.refused(calls.calendarCallback, { query: otherSession })).toMatchObject({ status: 400 })
    const good = google.consent(await begin())
    expect(await staff.refused(calls.calendarCallback, { query: good, headers: { 'x-request-time': '' } })).toMatchObject({
      status: 403,
    })
    await staff.call(calls.calendarCallback, { query: good })
    await staff.call(calls.calendarRevoke)
    expect(await staff.refused(calls.calendarCallback, { query: good })).toMatchObject({ status: 400 })
    expect(await status()).toMatchObject({ isAuthorized: false })
  })

  it('CALL-38 disconnecting forgets here and revokes there', async () => {
    await connect()
    const before = google.revoked.length
    expect(await staff.call(calls.calendarRevoke)).toEqual({ success: true, message: 'Autorização removida com sucesso!' })
    expect(await status()).toMatchObject({ isAuthorized: false })
    expect(google.revoked).toHaveLength(before + 1)
    expect(await staff.call(calls.calendarRevoke)).toMatchObject({ success: true })
  })
})

describe('booking', () => {
  const times = { start: '2030-05-10T14:00:00-03:00', end: '2030-05-10T15:00:00-03:00' }

  it('CALL-39 CAL-07 puts the meeting in the calendar and counts it', async () => {
    await connect()
    const place = await createConversation(test, tenant, { history: 'h' })
    const body = { ...place, title: 'Visita ao AU-2260', description: 'Levar chaves', ...times, attendees: ['lead@exemplo.com'] }
    const event = calls.getCalendarData(await staff.call(calls.calendarCreateEvent, { body }))
    expect(event).toEqual({
      id: expect.any(String),
      htmlLink: expect.stringContaining('https://'),
      start: '2030-05-10T17:00:00.000Z',
      end: '2030-05-10T18:00:00.000Z',
    })
    expect(google.events.at(-1)).toMatchObject({
      summary: 'Visita ao AU-2260',
      start: { dateTime: event.start },
      attendees: [{ email: 'lead@exemplo.com' }],
    })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())
    const { figures } = (await staff.call(dashboardSummary, { query: { from: today, to: today } })).data
    expect(figures.meetingsBooked.value).toBe(1)
  })

  it('refuses reversed times, a foreign lead, and a calendar that is not connected', async () => {
    const place = await createConversation(test, tenant, { history: 'h' })
    const body = { leadId: place.leadId, title: 'Visita', ...times }
    expect(await staff.refused(calls.calendarCreateEvent, { body })).toMatchObject({ status: 409 })
    await connect()
    expect(
      await staff.refused(calls.calendarCreateEvent, { body: { ...body, start: times.end, end: times.start } }),
    ).toMatchObject({ status: 400 })
    const foreign = await createConversation(test, await createTenant(test), { history: 'h' })
    expect(await staff.refused(calls.calendarCreateEvent, { body: { ...body, leadId: foreign.leadId } })).toMatchObject({
      status: 404,
    })
    expect(
      await staff.refused(calls.calendarCreateEvent, { body: { ...body, conversationId: foreign.conversationId } }),
    ).toMatchObject({ status: 404 })
  })

  const asks = async () => {
    await connect()
    const { leadId } = await createConversation(test, tenant, { history: 'h' })
    const body = { leadId, title: 'Visita', ...times }
    return {
      body,
      book: (key: string, over: object = {}) => ({ body: { ...body, ...over }, headers: { 'idempotency-key': key } }),
      rows: () => test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.select().from(meetings)),
      events: () => google.events.length,
    }
  }

  it('the same key books once, also at once; with other contents it is refused', async () => {
    const { book, rows, events } = await asks()
    const before = events()
    const first = calls.getCalendarData(await staff.call(calls.calendarCreateEvent, book('k1')))
    const again = await Promise.all([1, 2].map(() => staff.call(calls.calendarCreateEvent, book('k1'))))
    expect(again.map((answer) => calls.getCalendarData(answer).id)).toEqual([first.id, first.id])
    expect(await staff.refused(calls.calendarCreateEvent, book('k1', { title: 'Outra' }))).toMatchObject({ status: 409 })
    const both = await Promise.all([1, 2].map(() => staff.call(calls.calendarCreateEvent, book('k2'))))
    expect(new Set(both.map((answer) => calls.getCalendarData(answer).id)).size).toBe(1)
    expect(await rows()).toHaveLength(2)
    expect(events() - before).toBe(2)
  })

  it('an answer that was lost is a meeting called off, whose event goes; the next try has its own', async () => {
    const { book, rows, events } = await asks()
    const before = events()
    google.loseAnswers(1)
    expect(await staff.refused(calls.calendarCreateEvent, book('k1'))).toMatchObject({ status: 503 })
    const [doubtful] = await rows()
    expect(doubtful?.cancelledAt).toEqual(expect.any(Date))
    const second = calls.getCalendarData(await staff.call(calls.calendarCreateEvent, book('k1')))
    expect(second.id).not.toBe(doubtful?.externalId)
    expect(events() - before).toBe(2)
    const job = { tenantId: tenant.tenantId, meetingId: doubtful?.id ?? '' }
    await syncCalendarEvent(test.deps, createCalendarSecretBox(test.deps.config), job)
    expect(google.deleted.at(-1)?.id).toBe(doubtful?.externalId)
    expect(google.events.map(({ id }) => id)).toContain(second.id)
  })

  it('what Google refuses for certain leaves no meeting', async () => {
    const { body, rows } = await asks()
    google.fail(400, 1)
    expect(await staff.refused(calls.calendarCreateEvent, { body })).toMatchObject({ status: 503 })
    expect(await rows()).toEqual([])
  })

  it('a consent taken back at Google is noticed and said', async () => {
    await connect()
    google.withdraw()
    const { leadId } = await createConversation(test, tenant, { history: 'h' })
    const refused = await staff.refused(calls.calendarCreateEvent, { body: { leadId, title: 'Visita', ...times } })
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('não vale mais') })
    expect(await status()).toMatchObject({ isAuthorized: false })
  })
})

it('without a provider the status is not authorised and connecting says why it cannot @wide', async () => {
  const bare = await startTestApp()
  const own = await createTenant(bare)
  const client = await bare.client(own.staff.phone)
  expect(await status(client)).toMatchObject({ isAuthorized: false })
  expect(await client.refused(calls.calendarAuthUrl)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
  await bare.close()
})
