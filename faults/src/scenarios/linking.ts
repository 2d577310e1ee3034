import { listWhatsappNumbers } from '@prosa/contract/calls/channels'
import { createWhatsappSignup, finishWhatsappSignup, getWhatsappSignup } from '@prosa/contract/calls/whatsapp-signup'
import type { WhatsappSignup } from '@prosa/contract/entities/whatsapp-signup'
import { openMetaDouble, signupPage } from '../../../apps/server/src/testing/meta-double.ts'
import { APP_SECRET, VERIFY_TOKEN } from '../../../apps/server/src/testing/meta-wire.ts'
import { buildWorld } from '../../../apps/server/src/testing/world.ts'
import { Product } from '../../../scripts/product/product.ts'
import { makeCall } from '../call.ts'
import { limit, QUIET, type Run, type Scenario, SECRET, scaled } from '../scenario.ts'

const ROUNDS = 5
/** The Meta calls after whose execution the server is killed, and the number of steps completed by then. */
const KILLS = { oauth: 1, debug_token: 2, phone_numbers: 2, subscribed_apps: 3, register: 4 } as const
/** All steps except the first message. */
const ALL = 5

const doneIn = ({ steps }: WhatsappSignup): number => steps.filter(({ state }) => state === 'done').length

async function run(given: Run) {
  const meta = await openMetaDouble()
  const env = { WHATSAPP_API_URL: meta.url, WHATSAPP_SIGNUP_URL: signupPage(meta) }
  const secrets = { WHATSAPP_APP_SECRET: APP_SECRET, WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN }
  const server = await Product.prepare({ ...QUIET, ...secrets, ...env })
  try {
    const world = await buildWorld({ dataDir: server.dataDir }, SECRET, { people: 1, conversations: 1 })
    await server.start()
    const token = world.people[0]?.token ?? ''
    const begin = async () => {
      const body = { agent_id: world.agentId, mode: 'api', history_days: 0 } as const
      const { id, url } = (await makeCall(server.url, token, createWhatsappSignup, { body })).data
      const back = new URL(meta.consent(url)).searchParams
      return { id, brought: { code: back.get('code') ?? '', state: back.get('state') ?? '' } }
    }
    const finish = async (id: string, body: object) =>
      (await makeCall(server.url, token, finishWhatsappSignup, { params: { id }, body })).data
    const rounds = scaled(given, ROUNDS)
    const found = { kills: 0, 'elsewhere than at the last good step': 0, unfinished: 0 }
    for (let n = 0; n < rounds; n += 1)
      for (const [at, reached] of Object.entries(KILLS)) {
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
        const left = (await makeCall(server.url, token, getWhatsappSignup, { params: { id } })).data
        if (doneIn(left) !== reached) found['elsewhere than at the last good step'] += 1
        // A code that was being exchanged is invalid, so the signup starts again at Meta.
        const on = at === 'oauth' ? await begin() : { id, brought: {} }
        if (doneIn(await finish(on.id, on.brought)) !== ALL) found.unfinished += 1
      }
    const { numbers, signups = [] } = (await makeCall(server.url, token, listWhatsappNumbers)).data
    const kept = new Set(numbers.map((number) => number.phone_number_id)).size
    return {
      figures: { linkings: found.kills, numbers: numbers.length, ...found },
      broken: [
        ...limit('elsewhere than at the last good step', found['elsewhere than at the last good step'], 0),
        ...limit('unfinished', found.unfinished + signups.length, 0),
        ...limit('numbers twice', numbers.length - kept, 0),
        ...limit('numbers missing', found.kills - kept, 0),
        ...limit('without their news', found.kills - meta.subscriptions.size, 0),
      ],
    }
  } finally {
    await server.close()
    await meta.close()
  }
}

export const linking: Scenario = {
  name: 'linking',
  says: 'a number is linked by Meta’s page, and the server killed at each of its calls, which Meta has carried out',
  missing: () => null,
  run,
}
