import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import * as calendar from '@prosa/contract/calls/organisation/calendar'
import { openWebchat, sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { meetings } from '../../../../platform/database/schema/organisation/calendar.ts'
import { type GoogleDouble, openGoogleDouble } from '../../../../testing/doubles/google/google-double.ts'
import type { Client } from '../../../../testing/harness/client.ts'
import { QUICK_AGENT_ENV, startTestApp, type TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../../testing/worlds/factories.ts'
import { CLARA_SDR, FRIDAY } from '../../testing/dialogue.ts'
import { decidePlaybookTurn } from './decide-playbook-turn.ts'
import { decideWithCalendar } from './decide-with-calendar.ts'
import type { TurnDecision } from './turn-decision.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

let test: TestApp
let google: GoogleDouble
let tenant: TestTenant
let staff: Client
let lead: Client
let key = 0

beforeAll(async () => {
  google = await openGoogleDouble()
  test = await startTestApp({ ...google.env, ...QUICK_AGENT_ENV })
})
afterAll(async () => {
  await test.close()
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
const rows = () => inTenant((tx) => tx.db.select().from(meetings))
const conversations = async () =>
  (await staff.call(listConversations, { params: { agentId: tenant.agentId } })).data.conversations
const write = (client: Client, content: string) =>
  client.call(sendWebchatMessage, {
    params: { agentId: tenant.agentId },
    body: { content },
    headers: { 'idempotency-key': `k${key++}` },
  })
const lastAnswer = async () => {
  const { data } = await lead.call(openWebchat, { params: { agentId: tenant.agentId } })
  return data.messages.findLast(({ role }) => role === 'AI')?.content ?? ''
}
/** Sends a message and waits until the last answer matches. */
async function says(content: string, answer: RegExp): Promise<void> {
  await write(lead, content)
  await waitUntil(async () => (await lastAnswer()).match(answer))
}
const WEDNESDAY = 3
/** Returns a Wednesday at least a week ahead, at this hour in São Paulo. On a Sunday the agent would say that the team may be absent. */
const at = (hour: number) => {
  const day = new Date(Date.now() + 7 * DAY_MS - 3 * HOUR_MS)
  day.setUTCDate(day.getUTCDate() + ((WEDNESDAY - day.getUTCDay() + 7) % 7))
  day.setUTCHours(hour + 3, 0, 0, 0)
  return day
}
const written = () => {
  const [, month, day] = at(15).toISOString().slice(0, 10).split('-')
  return `${day}/${month}`
}
/** Agrees on a visit at 15:00 with the agent and creates it in the calendar as a user of the team. */
async function visitAtThree(): Promise<{ leadId: string; event: string }> {
  const told = ['oi, me chamo Rita', 'quero marcar uma visita no apartamento da lapa', `${written()} as 15h`, '11 98765-4321']
  await says([...told, 'rita@sol.example'].join('\n'), /Deixei anotado/)
  const leadId = (await conversations())[0]?.lead_id ?? ''
  const made = await staff.call(calendar.calendarCreateEvent, {
    body: { leadId, title: 'Visita', start: at(15).toISOString(), end: new Date(at(15).getTime() + 45 * 60_000).toISOString() },
  })
  return { leadId, event: calendar.getCalendarData(made).id }
}
/** Inserts a meeting of another lead into the same calendar. */
async function rivalAt(hour: number): Promise<void> {
  const rival = await test.client()
  await write(rival, 'oi')
  const [mine] = await rows()
  const other = (await conversations()).find(({ lead_id }) => lead_id !== mine?.leadId)
  if (!mine || !other) throw new Error('No meeting, or nobody else')
  const span = { startsAt: at(hour), endsAt: new Date(at(hour).getTime() + HOUR_MS) }
  await inTenant((tx) =>
    tx.db.insert(meetings).values({ ...mine, ...span, id: crypto.randomUUID(), leadId: other.lead_id, externalId: 'rival' }),
  )
}

it('PROV-05 a time that is taken is not said to be agreed: another is offered, the calendar stays, and the team reads the wish @wide', async () => {
  const { leadId, event } = await visitAtThree()
  await rivalAt(17)
  await says('melhor as 17h', /\(17h\) já está ocupado, Rita\. Pode ser às 18h, ou prefere outro\?/)
  const mine = (await conversations()).find(({ lead_id }) => lead_id === leadId)
  expect(mine).toMatchObject({ status_message: 'Aguardando melhor horário', needs_attention: true })
  expect(mine?.attention_reason).toMatch(/às 17h, que está ocupado; ofereci 18h\. NÃO mudei a agenda, que continua com: .*15:00$/)
  expect(mine?.lead_context_summary).not.toContain('17h')
  expect((await rows()).find(({ externalId }) => externalId === event)?.startsAt).toEqual(at(15))
}, 40_000)

const meeting = { id: 'm1', title: 'Visita', start: new Date('2026-11-24T18:00:00Z'), end: new Date('2026-11-24T18:30:00Z') }
/** Arranges a visit on Tuesday at 15:00 and asks to move it. The calendar is free only at the times in `free`. */
const wished = async (free: readonly string[], ...said: string[]) => {
  let last: TurnDecision | null = null
  for (const content of ['quero marcar uma visita no apto da lapa', 'terça as 15h', ...said]) {
    last = await decideWithCalendar(
      {
        agent: CLARA_SDR,
        lead: { name: 'Ana Lima', company: null, phone: '+5511987654321', email: 'ana@x.com' },
        conversation: { stage: last?.stage ?? null, memory: last && { ...last.memory, unsent: [] } },
        newMessages: [{ content, type: 'text' }],
        meetings: [meeting],
        now: FRIDAY,
        timeZone: 'America/Sao_Paulo',
      },
      decidePlaybookTurn,
      async (_id, { start }) => free.includes(start.toISOString()),
    )
  }
  return last
}

it('PROV-05 offers the nearest free time of the same day', async () => {
  const asked = await wished(['2026-11-25T11:00:00.000Z'], 'melhor quarta as 10h')
  expect(asked?.replies.join(' ')).toContain('(10h) já está ocupado, Ana. Pode ser às 8h, ou prefere outro?')
  expect(asked?.meeting).toBeUndefined()
})

it('PROV-05 a yes takes the time that was offered, and the team reads that the calendar follows', async () => {
  const moved = await wished(['2026-11-25T11:00:00.000Z'], 'melhor quarta as 10h', 'pode ser')
  expect(moved?.meeting).toMatchObject({ id: 'm1', to: { start: new Date('2026-11-25T11:00:00Z') } })
  expect(moved?.attention?.reason).toMatch(
    /quarta, 25\/11, às 8h \(antes: terça, 24\/11, às 15h\)\. A agenda já foi mudada sozinha$/,
  )
})

it('PROV-05 a day without a free time is said to be one, and the hour is asked for', async () => {
  const asked = await wished([], 'melhor quarta as 10h')
  expect(asked?.replies.join(' ')).toContain('(10h) já está ocupado, Ana. Qual outro fica bom?')
  expect(asked?.attention?.reason).toMatch(/quarta, 25\/11, às 10h, que está ocupado; ofereci outro horário\. NÃO mudei a agenda/)
})

it('PROV-05 a free time is taken at once', async () => {
  const moved = await wished(['2026-11-25T13:00:00.000Z'], 'melhor quarta as 10h')
  expect(moved?.meeting).toMatchObject({ id: 'm1', told: 'mudada para quarta, 25/11, às 10h' })
})
