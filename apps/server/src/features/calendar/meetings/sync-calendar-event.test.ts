import * as calls from '@prosa/contract/calls/organisation/calendar'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import type { GoogleDouble } from '../../../testing/doubles/google/google-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createConversation, createTenant, type TestConversation, type TestTenant } from '../../../testing/worlds/factories.ts'
import { startTestAppWithGoogle } from '../../../testing/worlds/google-test-app.ts'
import { createCalendarSecretBox } from '../connection/calendar-secret-box.ts'
import type { MeetingChange } from '../ports.ts'
import { bookAgentMeeting, canAgentsBook } from './book-agent-meeting.ts'
import { changeMeeting } from './change-meeting.ts'
import { syncCalendarEvent } from './sync-calendar-event.ts'

let test: TestApp
let google: GoogleDouble
let close: () => Promise<void>
let tenant: TestTenant
let place: TestConversation
let staff: Client
let id: string

beforeAll(async () => {
  ;({ test, google, close } = await startTestAppWithGoogle())
})
afterAll(() => close())
beforeEach(async () => {
  tenant = await createTenant(test)
  place = await createConversation(test, tenant, { history: 'h' })
  staff = await test.client(tenant.staff.phone)
  const { url } = calls.getCalendarData(await staff.call(calls.calendarAuthUrl))
  await staff.call(calls.calendarCallback, { query: google.consent(url) })
  id = await book('2030-05-10T14:00:00Z')
})

const book = async (start: string, leadId = place.leadId) =>
  calls.getCalendarData(
    await staff.call(calls.calendarCreateEvent, {
      body: {
        leadId,
        title: 'Visita de Marina',
        start: new Date(start).toISOString(),
        end: new Date(new Date(start).getTime() + 1_800_000).toISOString(),
        attendees: ['marina@exemplo.test'],
      },
    }),
  ).id
const kept = async (event: string) => {
  const rows = await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.select().from(meetings))
  const row = rows.find(({ externalId }) => externalId === event)
  if (!row) throw new Error('No such meeting')
  return row
}
const change = async (event: string, to: MeetingChange['to'], leadId = place.leadId) => {
  const { id: meetingId } = await kept(event)
  const at = test.deps.clock.now()
  return test.deps.db.tenant(tenant.tenantId, (tx) =>
    changeMeeting(tx, test.deps, { tenantId: tenant.tenantId, leadId, at }, { id: meetingId, to }),
  )
}
const box = () => createCalendarSecretBox(test.deps.config)
const settle = async (event: string) =>
  syncCalendarEvent(test.deps, box(), {
    tenantId: tenant.tenantId,
    meetingId: (await kept(event)).id,
  })
const stands = (event: string) => google.events.some((known) => known.id === event)

it('erasing a lead takes all its events out of the calendar, past ones too, and tells no guest @wide', async () => {
  const past = await book('2020-05-10T14:00:00Z')
  await staff.call(eraseLead, { params: { id: place.leadId } })
  await waitUntil(() => !stands(id) && !stands(past))
  expect(google.deleted).toEqual(
    expect.arrayContaining([
      { id, guests: false },
      { id: past, guests: false },
    ]),
  )
  expect(JSON.stringify(google.events)).not.toContain('marina@exemplo.test')
})

it('a calendar that does not answer is asked again, and one where the event is gone has nothing left to do', async () => {
  await change(id, null)
  await waitUntil(() => !stands(id))
  await settle(id)
  const second = await book('2030-06-10T14:00:00Z')
  google.fail(503, Number.POSITIVE_INFINITY)
  await expect(settle(second)).rejects.toThrow()
  google.fail(0, 0)
  await settle(second)
  expect(stands(second)).toBe(true)
})

it('a consent that was taken back ends the connection, not the queue', async () => {
  google.withdraw()
  await settle(id)
  expect(await canAgentsBook(test.deps, box(), tenant.tenantId)).toBe(false)
  await settle(id)
})

it('an event in a calendar that was disconnected stays, and the log says so', async () => {
  const { id: meetingId } = await kept(id)
  const said = () =>
    test
      .logged()
      .split('\n')
      .filter((line) => line.includes(meetingId) && line.includes('event stays'))
  await staff.call(calls.calendarRevoke)
  await settle(id)
  expect(said()).toHaveLength(1)
  await syncCalendarEvent({ ...test.deps, calendar: null }, box(), { tenantId: tenant.tenantId, meetingId })
  expect(said()).toHaveLength(2)
  expect(stands(id)).toBe(true)
})

it('neither another lead’s meeting nor one that is over or called off is changed', async () => {
  const other = await createConversation(test, tenant)
  expect(await change(id, null, other.leadId)).toBe(false)
  expect((await kept(id)).cancelledAt).toBeNull()
  const past = await book('2020-05-10T14:00:00Z')
  expect(await change(past, null)).toBe(false)
  expect((await kept(past)).cancelledAt).toBeNull()
  expect(await change(id, null)).toBe(true)
  const { cancelledAt } = await kept(id)
  expect(await change(id, { start: new Date('2030-05-11T14:00:00Z'), end: new Date('2030-05-11T14:30:00Z') })).toBe(false)
  expect(await kept(id)).toMatchObject({ cancelledAt, startsAt: new Date('2030-05-10T14:00:00Z') })
})

it('a time that was called off is free again; one that stands is not moved onto', async () => {
  const second = await book('2030-05-11T14:00:00Z')
  const onto = { start: new Date('2030-05-10T14:15:00Z'), end: new Date('2030-05-10T14:45:00Z') }
  expect(await change(second, onto)).toBe(false)
  expect((await kept(second)).startsAt).toEqual(new Date('2030-05-11T14:00:00Z'))
  await change(id, null)
  expect(await change(second, onto)).toBe(true)
  expect(await change(second, onto)).toBe(true)
  await waitUntil(() => google.events.some((event) => event.id === second && JSON.stringify(event).includes('2030-05-10T14:15')))
})

/** Runs a function right before the calendar creates the next event. */
function whileBooking(happens: () => Promise<unknown>): void {
  const { calendar } = test.deps
  if (!calendar) throw new Error('No calendar')
  const { createEvent } = calendar
  vi.spyOn(calendar, 'createEvent').mockImplementationOnce(async (...asked) => {
    await happens()
    return createEvent(...asked)
  })
}
const bookByAgent = () =>
  bookAgentMeeting(test.deps, box(), {
    ...place,
    tenantId: tenant.tenantId,
    agentId: tenant.agentId,
    key: place.conversationId,
    subject: 'Visita',
    start: new Date('2030-07-10T14:00:00Z'),
    end: new Date('2030-07-10T14:30:00Z'),
    email: 'marina@exemplo.test',
  })
const erase = () => staff.call(eraseLead, { params: { id: place.leadId } })
/** Waits until all 'settle-meeting' jobs of the tenant have completed. */
const allSettled = () =>
  waitUntil(async () => {
    const { rows } = await test.deps.db.system((tx) =>
      tx.db.execute(
        sql`SELECT FROM pgboss.job WHERE name = 'settle-meeting' AND state <> 'completed' AND data->>'tenantId' = ${tenant.tenantId}`,
      ),
    )
    return rows.length === 0
  })

it('an agent’s meeting whose lead is erased while its event is on its way leaves no event @wide', async () => {
  whileBooking(async () => {
    await erase()
    await allSettled()
  })
  expect(await bookByAgent()).toEqual({ kind: 'unavailable' })
  expect(JSON.stringify(google.events)).toContain('2030-07-10')
  await waitUntil(() => !JSON.stringify(google.events).includes('2030-07-10'))
})

it('an agent’s meeting that is called off or gone while its event is on its way leaves no event', async () => {
  const inTenant = test.deps.db.tenant.bind(null, tenant.tenantId)
  const mine = eq(meetings.bookedByAgent, true)
  whileBooking(() => inTenant((tx) => tx.db.update(meetings).set({ cancelledAt: new Date() }).where(mine)))
  expect(await bookByAgent()).toEqual({ kind: 'unavailable' })
  await waitUntil(() => !JSON.stringify(google.events).includes('2030-07-10'))
  await inTenant((tx) => tx.db.delete(meetings).where(mine))
  whileBooking(() => inTenant((tx) => tx.db.delete(meetings).where(mine)))
  expect(await bookByAgent()).toEqual({ kind: 'unavailable' })
  expect(JSON.stringify(google.events)).not.toContain('2030-07-10')
})

it('a person’s meeting whose lead is erased while its event is on its way is refused, and leaves no event', async () => {
  whileBooking(erase)
  const body = { leadId: place.leadId, title: 'Tarde', start: '2030-07-10T14:00:00Z', end: '2030-07-10T14:30:00Z' }
  expect(await staff.refused(calls.calendarCreateEvent, { body })).toMatchObject({ status: 404 })
  await waitUntil(() => !JSON.stringify(google.events).includes('2030-07-10'))
  expect(google.deleted.at(-1)?.guests).toBe(false)
})

// Needs several connections: on one, transactions run one after another.
it.runIf(process.env.TEST_DATABASE_URL)(
  'of two turns that move to the same time at once, the second sees that it is taken (needs TEST_DATABASE_URL)',
  async () => {
    const other = await createConversation(test, tenant)
    const second = await book('2030-05-11T14:00:00Z', other.leadId)
    const onto = { start: new Date('2030-05-12T14:00:00Z'), end: new Date('2030-05-12T14:30:00Z') }
    const at = test.deps.clock.now()
    const { tenantId } = tenant
    const firstId = (await kept(id)).id
    const first = await test.deps.db.tenant(tenantId, async (tx) => {
      const isMoved = await changeMeeting(tx, test.deps, { tenantId, leadId: place.leadId, at }, { id: firstId, to: onto })
      let isThrough = false
      const rival = change(second, onto, other.leadId).finally(() => {
        isThrough = true
      })
      await waitUntil(async () => isThrough || (await isSomebodyWaiting()))
      return { isMoved, rival }
    })
    expect([first.isMoved, await first.rival]).toEqual([true, false])
  },
)

const isSomebodyWaiting = async () => {
  const { rows } = await test.deps.db.system((tx) => tx.db.execute(sql`SELECT FROM pg_locks WHERE NOT granted`))
  return rows.length > 0
}
