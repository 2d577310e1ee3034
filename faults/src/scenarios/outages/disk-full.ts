import { setTimeout as wait } from 'node:timers/promises'
import { listConversations, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'
import { createLoadTestTenant, fetchStoredMessages } from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { ProductProcess } from '../../../../scripts/product/product-process.ts'
import { callAsUser } from '../../clients/call-as-user.ts'
import { fillDisk, getSmallDiskUnavailableReason, mountSmallDisk } from '../../environment/small-disk.ts'
import { FAULT_SERVER_ENV, FAULT_SESSION_SECRET, findLimitViolation, type Scenario, type ScenarioRun } from '../../scenario.ts'
import { createScenarioRandom } from '../../scenario-random.ts'

const DISK_MB = 256
/** Free space first a bit above the server's reserve, then almost none. */
const LOW_FREE_BYTES = 68 * 1024 * 1024
const ALMOST_NO_FREE_BYTES = 2 * 1024 * 1024
const SENDS_BEFORE_FULL = 40
/** Number of consecutive refusals that are checked. */
const REFUSAL_COUNT = 20
const MAX_SENDS = 5_000
const MESSAGES_PER_USER = 25
const ANSWER_TIMEOUT_MS = 10_000
const RECOVERY_TIMEOUT_MS = 10_000

async function runDiskFull({ seed }: ScenarioRun) {
  const server = await ProductProcess.prepare(FAULT_SERVER_ENV)
  const unmount = mountSmallDisk(server.dataDir, DISK_MB)
  const chance = createScenarioRandom(seed, 'disk')
  try {
    const world = await createLoadTestTenant({ dataDir: server.dataDir }, FAULT_SESSION_SECRET, {
      people: MAX_SENDS / MESSAGES_PER_USER,
      conversations: 4,
    })
    await server.start()
    const acknowledged = new Map<string, string>()
    const refused: (number | 'no answer')[] = []
    const send = async (n: number): Promise<number | 'no answer'> => {
      const place = world.conversations[chance.int(0, 3)]
      const person = world.people[n % world.people.length]
      const content = `Mensagem ${n} ${'x'.repeat(3_500)}`
      if (!place || !person) throw new Error('The world is too small')
      try {
        const response = await fetch(`${server.url}/api${buildPath(sendMessage.path, { ...place })}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${person.token}`,
            [HTTP_HEADERS.idempotencyKey]: `disk-${n}`,
            [HTTP_HEADERS.requestTime]: new Date().toISOString(),
          },
          body: JSON.stringify({ content }),
          signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        })
        const body = await response.text()
        if (response.ok) acknowledged.set(content, sendMessage.answer.parse(JSON.parse(body)).data?.message?.message_id ?? '')
        return response.status
      } catch {
        return 'no answer'
      }
    }
    let n = 0
    for (; n < SENDS_BEFORE_FULL; n += 1) await send(n)
    const makeRoom = fillDisk(server.dataDir, 'most', LOW_FREE_BYTES)
    for (; refused.length === 0 && n < MAX_SENDS; n += 1) {
      const status = await send(n)
      if (status !== 200) refused.push(status)
    }
    const makeMoreRoom = fillDisk(server.dataDir, 'all', ALMOST_NO_FREE_BYTES)
    for (; refused.length < REFUSAL_COUNT; n += 1) refused.push(await send(n))
    const token = world.people[0]?.token ?? ''
    const list = await callAsUser(server.url, token, listConversations, { params: { agentId: world.agentId } })
    const beforeRoom = acknowledged.size
    makeRoom()
    makeMoreRoom()
    const begun = performance.now()
    for (; (await send(n)) !== 200 && performance.now() - begun < RECOVERY_TIMEOUT_MS; n += 1) await wait(100)
    const byItself = acknowledged.size > beforeRoom
    const back = Math.round(performance.now() - begun)
    // Restarts the process as a supervisor would.
    await server.kill()
    const readyAgain = Math.round(await server.start())
    const afterStart = await send(n + 1)
    await server.stop()
    const rows = new Set((await fetchStoredMessages({ dataDir: server.dataDir }, world.tenantId)).map(({ id }) => id))
    const lost = [...acknowledged.values()].filter((id) => !rows.has(id)).length
    const clear = refused.filter((status) => status === 503).length
    return {
      figures: {
        'acknowledged in all': acknowledged.size,
        'acknowledged and lost': lost,
        'conversations listed meanwhile': list.data.conversations.length,
        'refused on the full disk': refused.length,
        'of these with 503': clear,
        'with another answer': [...new Set(refused.filter((status) => status !== 503))].join(', ') || 'none',
        'works again, ms after there is room': byItself ? back : 'not by itself',
        'ready after a restart, ms': readyAgain,
      },
      broken: [
        ...findLimitViolation('acknowledged and lost', lost, 0),
        ...(refused.length < REFUSAL_COUNT ? ['the disk did not get full'] : []),
        ...(clear === refused.length ? [] : ['an answer that says nothing of the trouble']),
        ...(byItself ? [] : ['it did not work again by itself']),
        ...(afterStart === 200 ? [] : [`after the restart a send was answered ${afterStart}`]),
      ],
    }
  } finally {
    await server.stop()
    unmount()
    await server.close()
  }
}

export const diskFullScenario: Scenario = {
  name: 'disk-full',
  says: 'the disk of the embedded database gets full while people send, and has room again',
  missing: getSmallDiskUnavailableReason,
  run: runDiskFull,
}
