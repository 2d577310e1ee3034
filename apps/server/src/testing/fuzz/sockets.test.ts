import { type ClientEventName, clientEvents } from '@prosa/contract/events'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/test-app.ts'
import { openTestSocket } from '../harness/test-socket.ts'
import { createConversation, createTenant, type TestTenant } from '../worlds/factories.ts'
import { anyJson, buildSchemaArbitrary, corruptSometimes } from './schema-arbitrary.ts'

/** One socket may send a hundred events in a minute. */
const RUNS = Math.min(90, Number(process.env.FUZZ_RUNS ?? 40))
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)

let test: TestApp
let own: TestTenant
let origin: string
const knownValues: string[] = []
const ownConversations = new Set<string>()

/** `{ok: true}`, for a conversation with how far its messages go; of no tenant but the own. */
const isAccepted = (answer: unknown): boolean => {
  const { ok, lastSeq = {}, ...rest } = Object(answer) as { ok?: unknown; lastSeq?: object }
  return ok === true && Object.keys(rest).length === 0 && Object.keys(lastSeq).every((id) => ownConversations.has(id))
}

beforeAll(async () => {
  test = await startTestApp()
  own = await createTenant(test)
  const victim = await createTenant(test)
  for (const tenant of [own, victim]) {
    const { leadId, conversationId } = await createConversation(test, tenant, { history: 'h' })
    knownValues.push(leadId, tenant.tenantId, tenant.staff.id)
    if (tenant === own) ownConversations.add(conversationId)
  }
  origin = await test.listen()
})
afterAll(() => test.close())

it.each(Object.keys(clientEvents) as ClientEventName[])(
  '%s with whatever it carries is answered, and the line holds',
  async (name) => {
    const client = await test.client(own.staff.phone)
    const { socket, close } = await openTestSocket(origin, client)
    const payload = fc.oneof(
      corruptSometimes(
        buildSchemaArbitrary(clientEvents[name], {
          all: knownValues,
          fields: { leadId: knownValues[0] ?? '', userId: own.staff.id },
        }),
      ),
      anyJson,
      fc.constant(new Uint8Array([1, 2, 3])),
    )
    await fc.assert(
      fc.asyncProperty(payload, fc.array(anyJson, { maxLength: 2 }), async (said, more) => {
        const answer: unknown = await socket.timeout(5_000).emitWithAck(name, said, ...more)
        expect(answer).toSatisfy((a) => isAccepted(a) || /^(VALIDATION_ERROR|RESOURCE_NOT_FOUND)$/.test(String(a?.code)))
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
    // Without a callback, and under an unknown name.
    socket.emit(name)
    socket.emit(name, null, 'no function')
    socket.emit('__proto__', {})
    expect(await socket.timeout(5_000).emitWithAck('join_user_room', { userId: own.staff.id, tenantId: own.tenantId })).toEqual({
      ok: true,
    })
    close()
  },
)
