import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import * as calendar from '@prosa/contract/calls/organisation/calendar'
import { dashboardSummary } from '@prosa/contract/calls/reports/dashboard'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { agents } from '../../../platform/database/schema/conversations/conversations.ts'
import { meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import { type GoogleDouble, openGoogleDouble } from '../../../testing/doubles/google/google-double.ts'
import { type LlmDouble, openLlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { QUICK_AGENT_ENV, startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import type { ChannelAdapter } from '../../conversations/ports.ts'

let test: TestApp
let llm: LlmDouble
let google: GoogleDouble
let tenant: TestTenant
let staff: Client
let lead: Client
let key = 0

beforeAll(async () => {
  llm = await openLlmDouble()
  google = await openGoogleDouble()
  test = await startTestApp({ ...llm.env, ...google.env, ...QUICK_AGENT_ENV })
})
afterAll(async () => {
  await test.close()
  await llm.close()
  await google.close()
})
beforeEach(async () => {
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  lead = await test.client()
  const { url } = calendar.getCalendarData(await staff.call(calendar.calendarAuthUrl))
  await staff.call(calendar.calendarCallback, { query: google.consent(url) })
})

const inTenant = <T>(work: Parameters<typeof test.deps.db.tenant<T>>[1]) => test.deps.db.tenant(tenant.tenantId, work)
const useModel = (isOn: boolean) =>
  inTenant((tx) => tx.db.update(agents).set({ useModel: isOn }).where(eq(agents.id, tenant.agentId)))
const says = (content: string) =>
  lead.call(sendWebchatMessage, {
    params: { agentId: tenant.agentId },
    body: { content },
    headers: { 'idempotency-key': `k${key++}` },
  })
const conversation = async () =>
  (await staff.call(listConversations, { params: { agentId: tenant.agentId } })).data.conversations[0]
const answered = (count: number) => waitUntil(conversation, (found) => (found?.total_messages ?? 0) > count)
const DAY_MS = 86_400_000
/** Returns the time eight days ahead at 18:00 UTC, which is 15:00 in São Paulo. */
const start = () => {
  const day = new Date(Date.now() + 8 * DAY_MS)
  day.setUTCHours(18, 0, 0, 0)
  return day
}
/** Books a meeting with the lead as a user of the team and returns its event id. */
async function book(): Promise<string> {
  const from = start()
  const event = await staff.call(calendar.calendarCreateEvent, {
    body: {
      leadId: (await conversation())?.lead_id ?? '',
      title: 'Visita',
      start: from.toISOString(),
      end: new Date(from.getTime() + 45 * 60_000).toISOString(),
    },
  })
  return calendar.getCalendarData(event).id
}
const booked = async () => {
  const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10)
  const { data } = await staff.call(dashboardSummary, { query: { from: day(-DAY_MS), to: day(DAY_MS) } })
  return data.figures.meetingsBooked.value
}
const rows = () => inTenant((tx) => tx.db.select().from(meetings))

describe('a lead calls its meeting off', () => {
  it('PROV-05 with the written agent: the event leaves the calendar, and the meeting counts no more @wide', async () => {
    await useModel(false)
    await says('Oi')
    await answered(1)
    const event = await book()
    expect(await booked()).toBe(1)
    const before = (await conversation())?.total_messages ?? 0
    await says('Preciso cancelar a visita')
    await answered(before + 1)
    await waitUntil(() => google.deleted.find(({ id }) => id === event))
    expect(google.deleted.at(-1)).toEqual({ id: event, guests: true })
    expect(await rows()).toMatchObject([{ externalId: event, cancelledAt: expect.any(Date) }])
    expect(await booked()).toBe(0)
    expect((await conversation())?.attention_reason).toMatch(/^Lead cancelou: .*15:00\. O evento sai da agenda sozinho/)
  })

  it('PROV-06 with a model: by its number, only its own, and the calendar follows @wide', async () => {
    await useModel(true)
    llm.behave(() => ({ text: 'Oi!' }))
    await says('Oi')
    await answered(1)
    const event = await book()
    llm.requests.length = 0
    llm.behave((_request, n) =>
      n === 0
        ? {
            calls: [
              { name: 'cancel_meeting', args: { number: 2 } },
              { name: 'cancel_meeting', args: { number: 1 } },
            ],
          }
        : { text: 'Cancelei a visita.' },
    )
    await says('Não posso mais ir')
    await waitUntil(() => google.deleted.find(({ id }) => id === event))
    expect(JSON.stringify(llm.requests[0]?.messages[0])).toContain('15:00')
    expect(llm.requests[1]?.messages.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      expect.stringContaining('too_big'),
      expect.stringMatching(/^Cancelada: .*15:00\.$/),
    ])
    expect(await booked()).toBe(0)
  })

  it('PROV-06 a model that then says nothing has called nothing off', async () => {
    await useModel(true)
    llm.behave(() => ({ text: 'Oi!' }))
    await says('Oi')
    await answered(1)
    await book()
    llm.requests.length = 0
    llm.behave((_request, n) => (n === 0 ? { calls: [{ name: 'cancel_meeting', args: { number: 1 } }] } : { text: '' }))
    await says('Não posso mais ir')
    await waitUntil(async () => (await conversation())?.needs_attention)
    expect(await rows()).toMatchObject([{ cancelledAt: null }])
    expect(await booked()).toBe(1)
  })
})

it('PROV-06 a meeting that the model moves moves in the calendar, to a time that is free @wide', async () => {
  await useModel(true)
  llm.behave(() => ({ text: 'Oi!' }))
  await says('Oi')
  await answered(1)
  const event = await book()
  const day = start().toISOString().slice(0, 10)
  const at = (time: string, length: number) => ({
    startsAt: new Date(`${day}T${time}:00.000Z`),
    endsAt: new Date(new Date(`${day}T${time}:00.000Z`).getTime() + length),
  })
  const [mine] = await rows()
  if (mine)
    await inTenant((tx) =>
      tx.db.insert(meetings).values({ ...mine, id: crypto.randomUUID(), externalId: 'other', ...at('14:00', 3_600_000) }),
    )
  llm.requests.length = 0
  llm.behave((_request, n) => {
    // The first attempt is at a busy time.
    const time = ['11:30', '16:30'][n]
    return time ? { calls: [{ name: 'move_meeting', args: { number: 2, date: day, time } }] } : { text: 'Mudei para 16:30.' }
  })
  await says('Pode ser outra hora?')
  await waitUntil(() => google.events.find(({ id, start }) => id === event && JSON.stringify(start).includes('T19:30')))
  expect(
    llm.requests
      .at(-1)
      ?.messages.filter(({ role }) => role === 'tool')
      .map(({ content }) => content),
  ).toEqual(['Esse horário já está ocupado; combine outro.', expect.stringMatching(/^Mudada para .*16:30\.$/)])
  expect(google.events.find(({ id }) => id === event)).toMatchObject({ end: { dateTime: `${day}T20:15:00.000Z` } })
  expect((await rows()).find(({ externalId }) => externalId === event)).toMatchObject(at('19:30', 45 * 60_000))
})

describe('what the lead was told', () => {
  const day = () => start().toISOString().slice(0, 10)
  /** Lets the model move the meeting to 16:30 and report it, and runs `between` before the report. */
  async function moves(between: () => Promise<unknown>) {
    await useModel(true)
    llm.behave(() => ({ text: 'Oi!' }))
    await says('Oi')
    await answered(1)
    await book()
    llm.requests.length = 0
    llm.behave((_request, n) =>
      n === 0
        ? { calls: [{ name: 'move_meeting', args: { number: 1, date: day(), time: '16:30' } }] }
        : { text: 'Mudei para 16:30.', until: between() },
    )
    await says('Pode ser outra hora?')
    await waitUntil(async () => (await conversation())?.needs_attention)
  }

  it('PROV-06 a move whose time was taken meanwhile calls a person', async () => {
    await moves(async () => {
      const [mine] = await rows()
      if (!mine) throw new Error('No meeting')
      const rival = { ...mine, id: crypto.randomUUID(), externalId: 'rival' }
      const span = { startsAt: new Date(`${day()}T19:30:00Z`), endsAt: new Date(`${day()}T20:00:00Z`) }
      await inTenant((tx) => tx.db.insert(meetings).values({ ...rival, ...span }))
    })
    expect(await conversation()).toMatchObject({
      attention_reason: expect.stringMatching(/reunião foi mudada para .*16:30, mas isso já não era possível/),
      lead_context_summary: expect.stringMatching(/na agenda ela está como antes\.$/),
      status_message: 'Mudança da reunião não foi feita',
    })
    expect((await rows()).find(({ externalId }) => externalId !== 'rival')?.startsAt).toEqual(start())
  })

  it('PROV-06 a meeting stays as it is where the channel takes the answer no more', async () => {
    const windowMs = vi.spyOn(test.app.modules.channelAdapters['webchat'] as ChannelAdapter, 'replyWindowMs', 'get')
    try {
      await moves(async () => windowMs.mockReturnValue(0))
    } finally {
      windowMs.mockRestore()
    }
    expect((await conversation())?.attention_reason).toMatch(/mais de 24 horas/)
    expect(await rows()).toMatchObject([{ startsAt: start() }])
  })
})
