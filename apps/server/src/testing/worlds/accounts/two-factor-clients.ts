import * as auth from '@prosa/contract/calls/accounts/auth'
import * as calls from '@prosa/contract/calls/accounts/second-step'
import { generate } from 'otplib'
import type { Client } from '../../harness/client.ts'
import { TEST_PASSWORD, type TestApp } from '../../harness/test-app.ts'
import { createVirtualAuthenticator } from './virtual-authenticator.ts'

/** Length of a TOTP time step. The test moves the server's clock on by one step for each code. */
const TOTP_STEP_MS = 30_000

/** Returns an unused code of the authenticator app, one time step later than the last one. */
export async function generateUnusedTotp(test: TestApp, secret: string): Promise<string> {
  test.advance(TOTP_STEP_MS)
  return generate({ secret, epoch: Math.floor(test.deps.clock.now().getTime() / 1_000) })
}

/** Returns a signed-in client that has just confirmed its password. */
export async function createConfirmedClient(test: TestApp, phone: string): Promise<Client> {
  const client = await test.client(phone)
  await client.call(calls.confirmSessionIdentity, { body: { password: TEST_PASSWORD } })
  return client
}

/** Returns a signed-in client whose account has an authenticator app, with its secret and recovery codes. */
export async function createClientWithTotp(
  test: TestApp,
  phone: string,
): Promise<{ client: Client; secret: string; codes: string[] }> {
  const client = await createConfirmedClient(test, phone)
  const { secret } = (await client.call(calls.startTotp)).data
  const { codes } = (await client.call(calls.confirmTotp, { body: { code: await generateUnusedTotp(test, secret) } })).data
  return { client, secret, codes }
}

/** Returns a signed-in client whose account has a passkey. */
export async function createClientWithPasskey(test: TestApp, phone: string, authenticator = createVirtualAuthenticator()) {
  const client = await createConfirmedClient(test, phone)
  const options = (await client.call(calls.passkeyCreationOptions)).data
  const body = { name: 'Notebook', response: authenticator.create(options) }
  const passkey = (await client.call(calls.createPasskey, { body })).data
  return { client, authenticator, passkey }
}

/** Returns a client that has passed the password check and waits for the second factor. */
export async function createPendingTwoFactorClient(test: TestApp, phone: string, client?: Client): Promise<Client> {
  const visitor = client ?? (await test.client())
  const { status, code } = await visitor.refused(auth.login, { body: { phone, password: TEST_PASSWORD } })
  if (status !== 401 || code !== 'SECOND_STEP_REQUIRED') throw new Error(`Login answered ${status} ${code}`)
  return visitor
}
