import { setTimeout as wait } from 'node:timers/promises'
import { listConversations, sendMessage } from '@prosa/contract/calls/conversations'
import { fillPath, HEADERS } from '@prosa/contract/http'
import { buildWorld, storedMessages } from '../../../apps/server/src/testing/world.ts'
import { Product } from '../../../scripts/product/product.ts'
import { makeCall } from '../call.ts'
import { chanceOf } from '../chance.ts'
import { fillUp, mount, whyNoSmallDisk } from '../parts/small-disk.ts'
import { limit, QUIET, type Run, type Scenario, SECRET } from '../scenario.ts'

const DISK_MB = 256
/** Free space first a bit above the server's reserve, then almost none. */
const LEFT_BYTES = 68 * 1024 * 1024
const NOTHING_BYTES = 2 * 1024 * 1024
const BEFORE = 40
/** Number of consecutive refusals that are checked. */
const REFUSALS = 20
const MOST = 5_000
const PER_PERSON = 25
const ANSWER_MS = 10_000
const WORKS_AGAIN_MS = 10_000

async function run({ seed }: Run) {
  const server = await Product.prepare(QUIET)
  const unmount = mount(server.dataDir, DISK_MB)
  const chance = chanceOf(seed, 'disk')
  try {
    const world = await buildWorld({ dataDir: server.dataDir }, SECRET, { people: MOST / PER_PERSON, conversations: 4 })
    await server.start()
    const acknowledged = new Map<string, string>()
    const refused: (number | 'no answer')[] = []
    const send = async (n: number): Promise<number | 'no answer'> => {
      const place = world.conversations[chance.int(0, 3)]
      const person = world.people[n % world.people.length]
      const content = `Mensagem ${n} ${'x'.repeat(3_500)}`
      if (!place || !person) throw new Error('The world is too small')
      try {
        const response = await fetch(`${server.url}/api${fillPath(sendMessage.path, { ...place })}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${person.token}`,
            [HEADERS.idempotencyKey]: `disk-${n}`,
            [HEADERS.requestTime]: new Date().toISOString(),
          },
          body: JSON.stringify({ content }),
          signal: AbortSignal.timeout(ANSWER_MS),
        })
        const body = await response.text()
        if (response.ok) acknowledged.set(content, sendMessage.answer.parse(JSON.parse(body)).data?.message?.message_id ?? '')
        return response.status
      } catch {
        return 'no answer'
      }
    }
    let n = 0
    for (; n < BEFORE; n += 1) await send(n)
    const makeRoom = fillUp(server.dataDir, 'most', LEFT_BYTES)
    for (; refused.length === 0 && n < MOST; n += 1) {
      const status = await send(n)
      if (status !== 200) refused.push(status)
    }
    const makeMoreRoom = fillUp(server.dataDir, 'all', NOTHING_BYTES)
    for (; refused.length < REFUSALS; n += 1) refused.push(await send(n))
    const token = world.people[0]?.token ?? ''
    const list = await makeCall(server.url, token, listConversations, { params: { agentId: world.agentId } })
    const beforeRoom = acknowledged.size
    makeRoom()
    makeMoreRoom()
    const begun = performance.now()
    for (; (await send(n)) !== 200 && performance.now() - begun < WORKS_AGAIN_MS; n += 1) await wait(100)
    const byItself = acknowledged.size > beforeRoom
    const back = Math.round(performance.now() - begun)
    // Restarts the process as a supervisor would.
    await server.kill()
    const readyAgain = Math.round(await server.start())
    const afterStart = await send(n + 1)
    await server.stop()
    const rows = new Set((await storedMessages({ dataDir: server.dataDir }, world.tenantId)).map(({ id }) => id))
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
        ...limit('acknowledged and lost', lost, 0),
        ...(refused.length < REFUSALS ? ['the disk did not get full'] : []),
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

export const diskFull: Scenario = {
  name: 'disk-full',
  says: 'the disk of the embedded database gets full while people send, and has room again',
  missing: whyNoSmallDisk,
  run,
}
