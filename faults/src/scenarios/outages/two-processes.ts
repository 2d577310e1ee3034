import { setTimeout as wait } from 'node:timers/promises'
import { logout, websocketToken } from '@prosa/contract/calls/accounts/auth'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { connectTestSocket } from '../../../../apps/server/src/testing/harness/test-socket.ts'
import type { LoadTestTenant } from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { ProductProcess } from '../../../../scripts/product/product-process.ts'
import { callAsUser } from '../../clients/call-as-user.ts'
import { PostgresProcess } from '../../environment/postgres-process.ts'
import { RedisProcess } from '../../environment/redis-process.ts'
import { verifySendsDuringDisturbance } from '../../measurement/verify-sends-during-disturbance.ts'
import { FAULT_SERVER_ENV, findLimitViolation, type Scenario, type ScenarioRun } from '../../scenario.ts'

const SEND_COUNT = 5_000
const REDIS_DOWNTIME_MS = 10_000
/** Maximum milliseconds after Redis's restart until events pass between the processes again. */
const EVENT_RECOVERY_LIMIT_MS = 30_000
/** Maximum milliseconds from a sign-out at one process until the other disconnects the session's sockets (docs/faults.md). */
const REVOCATION_LIMIT_MS = 1_000

async function runTwoProcesses(given: ScenarioRun) {
  const postgres = await PostgresProcess.launch()
  const redis = await RedisProcess.launch()
  const env = { ...FAULT_SERVER_ENV, DATABASE_URL: postgres.url, REDIS_URL: redis.url }
  const first = await ProductProcess.prepare(env)
  const second = await ProductProcess.prepare(env)
  let kills = 0
  let turn = 0
  let late = Number.NaN
  let revoked = Number.NaN
  try {
    const { figures, broken } = await verifySendsDuringDisturbance(given, {
      place: { databaseUrl: postgres.url },
      sends: SEND_COUNT,
      times: 3,
      begin: async () => {
        await first.start()
        await second.start()
      },
      // Alternates between the processes, as a load balancer does; an unanswered request is retried at the other one.
      url: () => {
        turn += 1
        return (turn % 2 === 0 ? first : second).url
      },
      log: () => first.log + second.log,
      disturb: async (time) => {
        if (time === 1) {
          await redis.kill()
          await wait(REDIS_DOWNTIME_MS)
          await redis.start()
          return
        }
        const victim = time === 0 ? first : second
        await victim.kill()
        await wait(1_000)
        await victim.start()
        kills += 1
      },
      before: async (at) => {
        late = await measureCrossProcessDelivery(first, second, at)
        revoked = await measureCrossProcessSignOut(first, second, at)
      },
      end: async () => {
        await first.stop()
        await second.stop()
      },
    })
    return {
      figures: {
        ...figures,
        'processes killed': kills,
        'event crosses again after, ms': late,
        'log-out cuts elsewhere after, ms': revoked,
      },
      broken: [
        ...broken,
        ...findLimitViolation('event crosses again after, ms', late, EVENT_RECOVERY_LIMIT_MS),
        ...findLimitViolation('log-out cuts elsewhere after, ms', revoked, REVOCATION_LIMIT_MS),
      ],
    }
  } finally {
    await first.close()
    await second.close()
    await redis.kill()
    await postgres.close()
  }
}

/** Returns the milliseconds until a message sent through one process reaches a socket of the other. Sends messages until one arrives. */
async function measureCrossProcessDelivery(from: ProductProcess, to: ProductProcess, world: LoadTestTenant): Promise<number> {
  const [sender, listener] = world.people
  const place = world.conversations.at(-1)
  if (!sender || !listener || !place) throw new Error('The world is too small')
  const { token } = (await callAsUser(to.url, listener.token, websocketToken)).data
  const socket = await connectTestSocket(to.url, token)
  const joined = await socket.send('join_conversation', {
    leadId: place.leadId,
    userId: listener.userId,
    tenantId: world.tenantId,
  })
  if (!joined.ok) throw new Error(`The room was refused: ${joined.code}`)
  const started = performance.now()
  try {
    while (performance.now() - started < EVENT_RECOVERY_LIMIT_MS && socket.heard('lead').length === 0) {
      await callAsUser(from.url, sender.token, sendMessage, { params: place, body: { content: 'Depois de tudo' } })
      for (let look = 0; look < 100 && socket.heard('lead').length === 0; look += 1) await wait(20)
    }
    return socket.heard('lead').length > 0 ? Math.round(performance.now() - started) : Number.POSITIVE_INFINITY
  } finally {
    socket.close()
  }
}

/** Returns the milliseconds from a sign-out at one process until the other disconnects a socket of that session. */
async function measureCrossProcessSignOut(from: ProductProcess, to: ProductProcess, { people }: LoadTestTenant): Promise<number> {
  const token = people[1]?.token ?? ''
  const { socket } = await connectTestSocket(to.url, (await callAsUser(to.url, token, websocketToken)).data.token)
  const cut = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()))
  const started = performance.now()
  await callAsUser(from.url, token, logout)
  await Promise.race([cut, wait(EVENT_RECOVERY_LIMIT_MS, undefined, { ref: false })])
  return Math.round(performance.now() - started)
}

export const twoProcessesScenario: Scenario = {
  name: 'two-processes',
  says: 'two processes on one PostgreSQL and one Redis: each is killed once and Redis is away for 10 s, while 20 clients send through both',
  missing: () => PostgresProcess.missing ?? RedisProcess.missing,
  run: runTwoProcesses,
}
