import * as calls from '@prosa/contract/calls/calendar'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { meetings } from '../../kernel/db/schema/calendar.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/factories.ts'
import type { GoogleDouble } from '../../testing/google-double.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { startWithGoogle } from '../../testing/with-google.ts'
import { type AgentMeeting, bookForAgent, canBook } from './book-for-agent.ts'
import { calendarBox } from './calendar-box.ts'
import { settleMeeting } from './settle-meeting.ts'

let test: TestApp
let google: GoogleDouble
let close: () => Promise<void>
let tenant: TestTenant
let asked: AgentMeeting

beforeAll(async () => {
  ;({ test, google, close } = await startWithGoogle())
})
afterAll(() => close())
beforeEach(async () => {
  tenant = await createTenant(test)
  const place = await createConversation(test, tenant, { history: 'h' })
  const { tenantId, agentId } = tenant
  asked = {
    ...place,
    tenantId,
    agentId,
    key: `${place.conversationId}:1`,
    title: 'Visita',
    start: new Date('2030-05-10T14:00:00Z'),
    end: new Date('2030-05-10T14:30:00Z'),
    email: null,
  }
})

const book = (over: Partial<AgentMeeting> = {}) => bookForAgent(test.deps, calendarBox(test.deps.config), { ...asked, ...over })
const kept = () => test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.select().from(meetings))
async function connect(phone = tenant.staff.phone): Promise<void> {
  const client = await test.client(phone)
  const { url } = calls.calendarData(await client.call(calls.calendarAuthUrl))
  await client.call(calls.calendarCallback, { query: google.consent(url) })
}

it('PROV-06 books only where somebody of the tenant has connected a calendar', async () => {
  expect(await canBook(test.deps, calendarBox(test.deps.config), tenant.tenantId)).toBe(false)
  expect(await book()).toEqual({ kind: 'unavailable' })
  await connect()
  expect(await canBook(test.deps, calendarBox(test.deps.config), tenant.tenantId)).toBe(true)
  expect(await canBook(test.deps, calendarBox(test.deps.config), (await createTenant(test)).tenantId)).toBe(false)
})

it('PROV-06 a turn that is tried again books once, at the time of the first try', async () => {
  await connect()
  const before = google.events.length
  expect(await book()).toEqual({ kind: 'booked', start: asked.start })
  expect(await book({ start: new Date('2030-05-11T14:00:00Z'), end: new Date('2030-05-11T15:00:00Z') })).toEqual({
    kind: 'booked',
    start: asked.start,
  })
  expect(google.events.length).toBe(before + 1)
  expect(await kept()).toHaveLength(1)
})

it('a time that is taken goes to the next calendar, and is refused when none is left', async () => {
  await connect()
  await connect(tenant.admin.phone)
  await book()
  expect((await book({ key: 'second' })).kind).toBe('booked')
  expect((await kept()).map(({ userId }) => userId)).toEqual([tenant.staff.id, tenant.admin.id])
  expect(await book({ key: 'third' })).toEqual({ kind: 'taken' })
  expect((await book({ key: 'later', start: asked.end, end: new Date('2030-05-10T15:00:00Z') })).kind).toBe('booked')
})

it('what the provider refuses leaves no meeting behind', async () => {
  await connect()
  google.withdraw()
  expect(await book()).toEqual({ kind: 'unavailable' })
  expect(await kept()).toEqual([])
  expect(await canBook(test.deps, calendarBox(test.deps.config), tenant.tenantId)).toBe(false)
})

it('a refusal that is certain leaves no meeting, and of the lead nothing in the log', async () => {
  await connect()
  const before = test.logged().length
  google.fail(400, 1)
  expect(await book({ title: 'Consulta de Joana', email: 'joana@lead.test' })).toEqual({ kind: 'unavailable' })
  expect(await kept()).toEqual([])
  const logged = test.logged().slice(before)
  expect(logged).toContain('did not take a meeting')
  expect(logged).not.toMatch(/joana|Bearer|rt-/i)
})

it('an event whose answer was lost is called off and taken away, and the turn that is tried again books no second one', async () => {
  await connect()
  google.loseAnswers(1)
  expect(await book({ email: 'joana@lead.test' })).toEqual({ kind: 'unavailable' })
  const [meeting] = await kept()
  expect(meeting?.cancelledAt).toEqual(expect.any(Date))
  expect(google.events).toEqual(expect.arrayContaining([expect.objectContaining({ id: meeting?.externalId })]))
  expect(await book({ email: 'joana@lead.test' })).toEqual({ kind: 'unavailable' })
  const { tenantId } = tenant
  const { rows } = await test.deps.db.system((tx) =>
    tx.db.execute(sql`SELECT data FROM pgboss.job WHERE name = 'settle-meeting' AND data->>'tenantId' = ${tenantId}`),
  )
  expect(rows).toEqual([{ data: { tenantId, meetingId: meeting?.id } }])
  await settleMeeting(test.deps, calendarBox(test.deps.config), { tenantId, meetingId: meeting?.id ?? '' })
  expect(JSON.stringify(google.events)).not.toContain('joana@lead.test')
  expect(google.deleted.at(-1)).toEqual({ id: meeting?.externalId, guests: true })
})

// On one connection nothing runs at once.
it.runIf(process.env.TEST_DATABASE_URL)(
  'turns of many leads that want the same time at once: one has it (needs TEST_DATABASE_URL)',
  async () => {
    await connect()
    const places = await Promise.all(Array.from({ length: 6 }, () => createConversation(test, tenant)))
    const booked = await Promise.all(places.map((place, index) => book({ ...place, key: `at-once-${index}` })))
    expect(booked.map(({ kind }) => kind).sort()).toEqual(['booked', ...Array.from({ length: 5 }, () => 'taken')])
  },
)
