import { allCalls } from '@prosa/contract/calls/all'
import type { Call } from '@prosa/contract/define-call'
import { errorResponse } from '@prosa/contract/responses'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import type { TestApp } from '../harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../worlds/factories.ts'
import { linkTestNumber, startTestAppWithMeta } from '../worlds/whatsapp/meta-test-app.ts'
import { buildRequestArbitrary } from './request-arbitrary.ts'

/** Requests to each call; `npm run test:fuzz` asks for many. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 10)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
/** Calls that end what the others need; they come last. */
const CALLS_MADE_LAST = [
  'updatePerson',
  'endPersonSessions',
  'switchOffPerson',
  'updateAgent',
  'setRetention',
  'eraseLead',
  'deleteWhatsappNumber',
  'changePassword',
  'endSession',
  'logout',
  'logoutAll',
]
const VICTIM_SECRET = 'SegredoDoVizinho'

let test: TestApp
let close: () => Promise<void>
let victim: TestTenant
let victimBefore: string
let staff: Client
let operator: Client
let anonymousClient: Client
const knownValues: string[] = []
const knownFieldValues: Record<string, string> = {}

beforeAll(async () => {
  const started = await startTestAppWithMeta()
  ;({ test, close } = started)
  victim = await createTenant(test)
  const theirs = await createConversation(test, victim, {
    name: VICTIM_SECRET,
    company: VICTIM_SECRET,
    phone: '+5521911112222',
    history: 'hah',
  })
  const { id: theirNumber } = await linkTestNumber(test, started.meta, victim)
  const own = await createTenant(test)
  const ours = await createConversation(test, own, { phone: '+5511987654321', history: 'hamh' })
  const { id: number } = await linkTestNumber(test, started.meta, own)
  await test.deps.db.system((tx) =>
    tx.db.execute(sql`UPDATE messages SET content = ${VICTIM_SECRET} WHERE tenant_id = ${victim.tenantId}`),
  )
  knownValues.push(
    own.tenantId,
    own.agentId,
    own.domain,
    own.staff.phone,
    ours.leadId,
    ours.conversationId,
    number,
    '+5511987654321',
  )
  knownValues.push(
    victim.tenantId,
    victim.agentId,
    victim.domain,
    victim.staff.phone,
    theirs.leadId,
    theirs.conversationId,
    theirNumber,
  )
  Object.assign(knownFieldValues, ours, {
    lead_id: ours.leadId,
    agentId: own.agentId,
    agent_id: own.agentId,
    phone: '+5511987654321',
  })
  // Of a path's `:id`, by what the path begins with.
  Object.assign(knownFieldValues, {
    leads: ours.leadId,
    agents: own.agentId,
    tenants: own.tenantId,
    whatsapp: number,
    domain: own.domain,
  })
  knownFieldValues.users = own.operator.id
  staff = await test.client(own.staff.phone)
  operator = await test.client(own.operator.phone)
  anonymousClient = await test.client()
  victimBefore = await snapshotVictimRows()
})
afterAll(() => close())

/** What the server asks Meta of each number by itself, now and then. */
const SELF_CHANGING_COLUMNS = ['used_24h', 'health_asked_at', 'checked_at', 'updated_at']

/** All that the other tenant has. */
const snapshotVictimRows = () =>
  test.deps.db.tenant(victim.tenantId, async (tx) => {
    const said = await Promise.all(
      ['leads', 'conversations', 'messages', 'agents', 'users', 'whatsapp_numbers', 'tenants'].map(async (table) => {
        const apart = table === 'whatsapp_numbers' ? SELF_CHANGING_COLUMNS : []
        const { rows } = await tx.db.execute(
          sql`SELECT (to_jsonb(t) - ${sql.param(apart)}::text[])::text AS said FROM ${sql.identifier(table)} t ORDER BY 1`,
        )
        return rows.map((row) => String(row.said))
      }),
    )
    return said.flat().join('\n')
  })

/** Public pages of an agent are public, its company's name too; a message on them is a lead's own. */
const PUBLIC_WRITE_CALLS = new Set(['openWebchat', 'sendWebchatMessage'])

/** @returns what it was that went wrong, with the request */
async function runFuzzedRequest(call: Call): Promise<string | undefined> {
  const all = PUBLIC_WRITE_CALLS.has(call.name) ? knownValues.filter((id) => id !== victim.agentId) : knownValues
  const clients = { staff, operator, anybody: anonymousClient }
  const who = fc.constantFrom<keyof typeof clients>('staff', 'staff', 'staff', 'operator', 'anybody')
  const details = await fc.check(
    fc.asyncProperty(who, buildRequestArbitrary(call, { all, fields: knownFieldValues }), async (name, request) => {
      const { statusCode, body, headers } = await clients[name].raw(request)
      // No calendar is configured here, and that is said.
      if (!(statusCode === 503 && call.name.startsWith('calendar'))) expect(statusCode).toBeLessThan(500)
      expect(body).not.toContain(VICTIM_SECRET)
      expect(body).not.toMatch(/node_modules|at .*\.ts:\d/)
      if (statusCode === 302) return
      expect(String(headers['content-type'])).toMatch(/^application\/json/)
      const parsed = (statusCode === 200 ? call.answer : errorResponse).safeParse(JSON.parse(body))
      expect(parsed.error?.issues).toBeUndefined()
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
  return fc.defaultReportMessage(details)
}

describe('whatever is asked', () => {
  const calls = [...allCalls].sort((a, b) => CALLS_MADE_LAST.indexOf(a.name) - CALLS_MADE_LAST.indexOf(b.name))
  it.each(calls.map((call) => [call.name, call] as const))(
    'ROLE-08 %s answers by its schema, never with a fault, and nothing of another tenant',
    { timeout: Math.max(30_000, RUNS * 1_000) },
    async (_, call) => {
      expect(await runFuzzedRequest(call)).toBeUndefined()
    },
  )

  it('the other tenant has what it had, and the server is well', async () => {
    expect(await snapshotVictimRows()).toBe(victimBefore)
    expect((await anonymousClient.raw({ method: 'GET', url: '/readyz' })).statusCode).toBe(200)
  })
})
