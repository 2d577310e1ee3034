import * as calls from '@prosa/contract/calls/organisation/calendar'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import type { GoogleDouble } from '../../../testing/doubles/google/google-double.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { startTestAppWithGoogle } from '../../../testing/worlds/google-test-app.ts'
import { createCalendarSecretBox } from '../connection/calendar-secret-box.ts'
import type { AgentMeetingRequest } from '../ports.ts'
import { bookAgentMeeting, canAgentsBook } from './book-agent-meeting.ts'
import { syncCalendarEvent } from './sync-calendar-event.ts'

let test: TestApp
let google: GoogleDouble
let close: () => Promise<void>
let tenant: TestTenant
let asked: AgentMeetingRequest

beforeAll(async () => {
  ;({ test, google, close } = await startTestAppWithGoogle())
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
    subject: 'Visita ao AU-10',
    start: new Date('2030-05-10T14:00:00Z'),
    end: new Date('2030-05-10T14:30:00Z'),
    email: null,
  }
})

const book = (over: Partial<AgentMeetingRequest> = {}) =>
  bookAgentMeeting(test.deps, createCalendarSecretBox(test.deps.config), { ...asked, ...over })
const kept = () => test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.select().from(meetings))
async function connect(phone = tenant.staff.phone): Promise<void> {
  const client = await test.client(phone)
  const { url } = calls.getCalendarData(await client.call(calls.calendarAuthUrl))
  await client.call(calls.calendarCallback, { query: google.consent(url) })
}

it('PROV-06 books only where somebody of the tenant has connected a calendar', async () => {
  expect(await canAgentsBook(test.deps, createCalendarSecretBox(test.deps.config), tenant.tenantId)).toBe(false)
  expect(await book()).toEqual({ kind: 'unavailable' })
  await connect()
  expect(await canAgentsBook(test.deps, createCalendarSecretBox(test.deps.config), tenant.tenantId)).toBe(true)
  expect(await canAgentsBook(test.deps, createCalendarSecretBox(test.deps.config), (await createTenant(test)).tenantId)).toBe(
    false,
  )
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
  const another = await createConversation(test, tenant, { history: 'h' })
  expect(await book({ ...another, key: 'third' })).toEqual({ kind: 'taken' })
  expect((await book({ ...another, key: 'later', start: asked.end, end: new Date('2030-05-10T15:00:00Z') })).kind).toBe('booked')
})

it('what the provider refuses leaves no meeting behind', async () => {
  await connect()
  google.withdraw()
  expect(await book()).toEqual({ kind: 'unavailable' })
  expect(await kept()).toEqual([])
  expect(await canAgentsBook(test.deps, createCalendarSecretBox(test.deps.config), tenant.tenantId)).toBe(false)
})

it('a refusal that is certain leaves no meeting, and of the lead nothing in the log', async () => {
  await connect()
  const before = test.logged().length
  google.fail(400, 1)
  expect(await book({ subject: 'Consulta de Joana', email: 'joana@lead.test' })).toEqual({ kind: 'unavailable' })
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
  await syncCalendarEvent(test.deps, createCalendarSecretBox(test.deps.config), { tenantId, meetingId: meeting?.id ?? '' })
  expect(JSON.stringify(google.events)).not.toContain('joana@lead.test')
  expect(google.deleted.at(-1)).toEqual({ id: meeting?.externalId, guests: true })
})

// Needs several connections: on one, transactions run one after another.
it.runIf(process.env.TEST_DATABASE_URL)(
  'turns of many leads that want the same time at once: one has it (needs TEST_DATABASE_URL)',
  async () => {
    await connect()
    const places = await Promise.all(Array.from({ length: 6 }, () => createConversation(test, tenant)))
    const booked = await Promise.all(places.map((place, index) => book({ ...place, key: `at-once-${index}` })))
    expect(booked.map(({ kind }) => kind).sort()).toEqual(['booked', ...Array.from({ length: 5 }, () => 'taken')])
  },
)

it('a lead has two meetings ahead at most, and agents book four with it in a day, called off or not', async () => {
  await connect()
  const at = (n: number) => ({
    key: `${asked.conversationId}:${n}`,
    start: new Date(asked.start.getTime() + n * 3_600_000),
    end: new Date(asked.end.getTime() + n * 3_600_000),
  })
  const kinds = async (...turns: number[]) => {
    const done = []
    for (const n of turns) done.push((await book(at(n))).kind)
    return done
  }
  expect(await kinds(1, 2, 3)).toEqual(['booked', 'booked', 'enough'])
  // Booking again with the same key succeeds without a second meeting.
  expect(await kinds(1)).toEqual(['booked'])
  const callOff = () =>
    test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.update(meetings).set({ cancelledAt: test.deps.clock.now() }))
  await callOff()
  expect(await kinds(4, 5)).toEqual(['booked', 'booked'])
  await callOff()
  expect(await kinds(6)).toEqual(['enough'])
  expect(await kept()).toHaveLength(4)
})

it('two turns of one lead at once do not pass what it may have', async () => {
  await connect()
  const turns = Array.from({ length: 5 }, (_, n) => ({
    key: `${asked.conversationId}:${n}`,
    start: new Date(asked.start.getTime() + n * 3_600_000),
  }))
  const done = await Promise.all(turns.map((turn) => book({ ...turn, end: new Date(turn.start.getTime() + 1_800_000) })))
  expect(done.filter(({ kind }) => kind === 'booked')).toHaveLength(2)
})

it('the title is the server’s own, with names that hold nothing but letters; what it is about is for the team alone', async () => {
  await connect()
  await test.deps.db.tenant(tenant.tenantId, (tx) =>
    tx.db.update(leads).set({ name: 'Ganhe R$ 500 em www.golpe.example/x <b>já</b>' }),
  )
  await book({ subject: 'Clique em golpe.example' })
  const event = google.events.at(-1)
  expect(event?.summary).toMatch(/^Reunião de Ganhe R em www golpe example x b já b com Tenant \d+ \(Clara\)$/)
  expect(event).toMatchObject({ description: 'Assunto, nas palavras da conversa: “Clique em golpe.example”', attendees: [] })
  await book({
    subject: 'Clique em golpe.example',
    key: `${asked.conversationId}:other`,
    email: 'rita@lead.test',
    start: new Date('2030-05-11T14:00:00Z'),
    end: new Date('2030-05-11T14:30:00Z'),
  })
  expect(google.events.at(-1)).not.toHaveProperty('description', expect.stringContaining('golpe'))
})

it('invites the address of the lead’s record, and one that was only named where there is none', async () => {
  await connect()
  await book({ email: 'amiga@other.test' })
  expect(google.events.at(-1)?.attendees).toEqual([{ email: 'amiga@other.test' }])
  await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.update(leads).set({ email: 'rita@lead.test' }))
  await book({
    email: 'amiga@other.test',
    key: `${asked.conversationId}:other`,
    start: new Date('2030-05-11T14:00:00Z'),
    end: new Date('2030-05-11T14:30:00Z'),
  })
  expect(google.events.at(-1)?.attendees).toEqual([{ email: 'rita@lead.test' }])
})
