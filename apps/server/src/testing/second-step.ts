import * as auth from '@prosa/contract/calls/auth'
import * as calls from '@prosa/contract/calls/second-step'
import { generate } from 'otplib'
import { createAuthenticator } from './authenticator.ts'
import type { Client } from './client.ts'
import { TEST_PASSWORD, type TestApp } from './test-app.ts'

/** Half minutes are counted by the server's clock, which is moved on for each code. */
const HALF_MINUTE_MS = 30_000

/** A code of an app that has not been used: of half a minute later than the last one. */
export async function freshCode(test: TestApp, secret: string): Promise<string> {
  test.advance(HALF_MINUTE_MS)
  return generate({ secret, epoch: Math.floor(test.deps.clock.now().getTime() / 1_000) })
}

/** Signed in, and has just proved who it is. */
export async function confirmedClient(test: TestApp, phone: string): Promise<Client> {
  const client = await test.client(phone)
  await client.call(calls.confirm, { body: { password: TEST_PASSWORD } })
  return client
}

/** Signed in, and with an app of codes from now on. */
export async function withTotp(test: TestApp, phone: string): Promise<{ client: Client; secret: string; codes: string[] }> {
  const client = await confirmedClient(test, phone)
  const { secret } = (await client.call(calls.startTotp)).data
  const { codes } = (await client.call(calls.confirmTotp, { body: { code: await freshCode(test, secret) } })).data
  return { client, secret, codes }
}

/** Signed in, and with a passkey from now on. */
export async function withPasskey(test: TestApp, phone: string, authenticator = createAuthenticator()) {
  const client = await confirmedClient(test, phone)
  const options = (await client.call(calls.passkeyCreationOptions)).data
  const body = { name: 'Notebook', response: authenticator.create(options) }
  const passkey = (await client.call(calls.createPasskey, { body })).data
  return { client, authenticator, passkey }
}

/** A sign-in that has come as far as its second step. */
export async function halfway(test: TestApp, phone: string, client?: Client): Promise<Client> {
  const visitor = client ?? (await test.client())
  const { status, code } = await visitor.refused(auth.login, { body: { phone, password: TEST_PASSWORD } })
  if (status !== 401 || code !== 'SECOND_STEP_REQUIRED') throw new Error(`Login answered ${status} ${code}`)
  return visitor
}
