import { listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import { createWhatsappSignup, finishWhatsappSignup, getWhatsappSignup } from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import type { CallBody, CallResponse } from '@prosa/contract/define-call'
import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import type { WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { sql } from 'drizzle-orm'
import type { MetaDouble } from '../../doubles/meta/meta-double.ts'
import type { Client } from '../../harness/client.ts'
import type { TestApp } from '../../harness/test-app.ts'
import { createTenant, type TestTenant } from '../factories.ts'
import { startTestAppWithMeta } from './meta-test-app.ts'

/** A tenant's staff who link numbers with the double's signup page. */
export interface SignupFixture {
  test: TestApp
  meta: MetaDouble
  tenant: TestTenant
  staff: Client
  /** A shared account and its one number; `renew` replaces both. */
  account: string
  number: string
  renew(): Promise<void>
  begin(
    over?: Partial<CallBody<typeof createWhatsappSignup>>,
    client?: Client,
  ): Promise<CallResponse<typeof createWhatsappSignup>['data']>
  /** Simulates consent on Meta's page. Returns the parameters of the redirect. */
  agree(url: string): { code: string; state: string }
  finish(id: string, body?: CallBody<typeof finishWhatsappSignup>): Promise<WhatsappSignup>
  look(id: string): Promise<WhatsappSignup>
  /** Returns the unfinished signups. */
  half(): Promise<WhatsappSignup[]>
  /** Returns the linked numbers. */
  linked(): Promise<WhatsappNumber[]>
  registeredTimes(): number
  /** Makes a signup look as if it had begun `minutes` ago. */
  age(id: string, minutes: number): Promise<unknown>
  close(): Promise<void>
}

export const getStepStates = ({ steps }: WhatsappSignup) => Object.fromEntries(steps.map(({ name, state }) => [name, state]))
export const findFailedStep = ({ steps }: WhatsappSignup) => steps.find(({ state }) => state === 'failed')

let counter = 0

export async function createSignupFixture(): Promise<SignupFixture> {
  const { test, meta, close } = await startTestAppWithMeta({ PUBLIC_URL: 'https://prosa.test' })
  const tenant = await createTenant(test)
  const staff = await test.client(tenant.staff.phone)
  const listed = async () => (await staff.call(listWhatsappNumbers)).data
  const desk: SignupFixture = {
    test,
    meta,
    tenant,
    staff,
    account: '',
    number: '',
    renew: async () => {
      await test.deps.db.system((tx) => tx.db.execute(sql`DELETE FROM whatsapp_signups`))
      counter += 1
      desk.account = `80010020${counter}`
      desk.number = `90010020${counter}`
      meta.cut = () => false
      meta.refusals.clear()
      meta.shared = new Set([desk.account])
      meta.accounts.set(desk.account, [
        { id: desk.number, display_phone_number: '+55 11 4000-1234', verified_name: 'Loja Aurora' },
      ])
      meta.known.add(desk.account).add(desk.number)
    },
    begin: async (over = {}, client = staff) =>
      (
        await client.call(createWhatsappSignup, {
          body: { agent_id: tenant.agentId, mode: 'api', history_days: 0, ...over },
        })
      ).data,
    agree: (url) => {
      const brought = new URL(meta.consent(url)).searchParams
      return { code: brought.get('code') ?? '', state: brought.get('state') ?? '' }
    },
    finish: async (id, body = {}) => (await staff.call(finishWhatsappSignup, { params: { id }, body })).data,
    look: async (id) => (await staff.call(getWhatsappSignup, { params: { id } })).data,
    half: async () => (await listed()).signups ?? [],
    linked: async () => (await listed()).numbers.filter(({ phone_number_id }) => phone_number_id === desk.number),
    registeredTimes: () => meta.registered.filter((one) => one === desk.number).length,
    age: (id, minutes) =>
      test.deps.db.system((tx) =>
        tx.db.execute(sql`
          UPDATE whatsapp_signups SET created_at = created_at - ${minutes} * interval '1 minute',
            updated_at = updated_at - ${minutes} * interval '1 minute', expires_at = expires_at - ${minutes} * interval '1 minute'
          WHERE id = ${id}`),
      ),
    close,
  }
  return desk
}
