import { listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import { createWhatsappSignup, finishWhatsappSignup, getWhatsappSignup } from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import type { WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { buildSignupPageUrl, openMetaDouble } from '../../../../apps/server/src/testing/doubles/meta/meta-double.ts'
import { APP_SECRET, VERIFY_TOKEN } from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { createLoadTestTenant } from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { ProductProcess } from '../../../../scripts/product/product-process.ts'
import { callAsUser } from '../../clients/call-as-user.ts'
import {
  FAULT_SERVER_ENV,
  FAULT_SESSION_SECRET,
  findLimitViolation,
  type Scenario,
  type ScenarioRun,
  scaleCount,
} from '../../scenario.ts'

const ROUND_COUNT = 5
/** The Meta calls after whose execution the server is killed, and the number of steps completed by then. */
const COMPLETED_STEPS_BY_CALL = { oauth: 1, debug_token: 2, phone_numbers: 2, subscribed_apps: 3, register: 4 } as const
/** All steps except the first message. */
const STEP_COUNT = 5

const countDoneSteps = ({ steps }: WhatsappSignup): number => steps.filter(({ state }) => state === 'done').length

async function runLinking(given: ScenarioRun) {
  const meta = await openMetaDouble()
  const env = { WHATSAPP_API_URL: meta.url, WHATSAPP_SIGNUP_URL: buildSignupPageUrl(meta) }
  const secrets = { WHATSAPP_APP_SECRET: APP_SECRET, WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN }
  const server = await ProductProcess.prepare({ ...FAULT_SERVER_ENV, ...secrets, ...env })
  try {
    const world = await createLoadTestTenant({ dataDir: server.dataDir }, FAULT_SESSION_SECRET, { people: 1, conversations: 1 })
    await server.start()
    const token = world.people[0]?.token ?? ''
    const begin = async () => {
      const body = { agent_id: world.agentId, mode: 'api', history_days: 0 } as const
      const { id, url } = (await callAsUser(server.url, token, createWhatsappSignup, { body })).data
      const back = new URL(meta.consent(url)).searchParams
      return { id, brought: { code: back.get('code') ?? '', state: back.get('state') ?? '' } }
    }
    const finish = async (id: string, body: object) =>
      (await callAsUser(server.url, token, finishWhatsappSignup, { params: { id }, body })).data
    const rounds = scaleCount(given, ROUND_COUNT)
    const found = { kills: 0, 'elsewhere than at the last good step': 0, unfinished: 0 }
    for (let n = 0; n < rounds; n += 1)
      for (const [at, reached] of Object.entries(COMPLETED_STEPS_BY_CALL)) {
        const [account, number] = [`80${n}00${found.kills}00`, `90${n}00${found.kills}00`]
        meta.known.add(account).add(number)
        meta.shared = new Set([account])
        meta.accounts.set(account, [{ id: number, display_phone_number: `+55 11 4000-${String(found.kills).padStart(4, '0')}` }])
        meta.cut = async (what) => {
          if (what !== at) return false
          meta.cut = () => false
          await server.kill()
          return true
        }
        const { id, brought } = await begin()
        await finish(id, brought).catch(() => null)
        await server.start()
        found.kills += 1
        const left = (await callAsUser(server.url, token, getWhatsappSignup, { params: { id } })).data
        if (countDoneSteps(left) !== reached) found['elsewhere than at the last good step'] += 1
        // A code that was being exchanged is invalid, so the signup starts again at Meta.
        const on = at === 'oauth' ? await begin() : { id, brought: {} }
        if (countDoneSteps(await finish(on.id, on.brought)) !== STEP_COUNT) found.unfinished += 1
      }
    const { numbers, signups = [] } = (await callAsUser(server.url, token, listWhatsappNumbers)).data
    const kept = new Set(numbers.map((number) => number.phone_number_id)).size
    return {
      figures: { linkings: found.kills, numbers: numbers.length, ...found },
      broken: [
        ...findLimitViolation('elsewhere than at the last good step', found['elsewhere than at the last good step'], 0),
        ...findLimitViolation('unfinished', found.unfinished + signups.length, 0),
        ...findLimitViolation('numbers twice', numbers.length - kept, 0),
        ...findLimitViolation('numbers missing', found.kills - kept, 0),
        ...findLimitViolation('without their news', found.kills - meta.subscriptions.size, 0),
      ],
    }
  } finally {
    await server.close()
    await meta.close()
  }
}

export const numberLinkingScenario: Scenario = {
  name: 'linking',
  says: 'a number is linked by Meta’s page, and the server killed at each of its calls, which Meta has carried out',
  missing: () => null,
  run: runLinking,
}
