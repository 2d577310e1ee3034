import * as calls from '@prosa/contract/calls/accounts/second-step'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/harness/test-app.ts'
import {
  createClientWithPasskey,
  createConfirmedClient,
  createPendingTwoFactorClient,
} from '../../../testing/worlds/accounts/two-factor-clients.ts'
import { createVirtualAuthenticator } from '../../../testing/worlds/accounts/virtual-authenticator.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant

beforeEach(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
})
afterEach(() => test.close())

describe('passkeys', () => {
  it('TRUST-10 one works as second step, and its counter may not go back', async () => {
    const { authenticator } = await createClientWithPasskey(test, tenant.staff.phone)
    const visitor = await createPendingTwoFactorClient(test, tenant.staff.phone)
    const { methods, passkey } = (await visitor.call(calls.secondStepMethods)).data
    expect(methods).toEqual(['passkey'])
    if (!passkey) throw new Error('No options')
    const proof = authenticator.prove(passkey)
    await visitor.call(calls.completeSecondStep, { body: { method: 'passkey', response: proof } })
    const again = await createPendingTwoFactorClient(test, tenant.staff.phone)
    expect((await again.refused(calls.completeSecondStep, { body: { method: 'passkey', response: proof } })).status).toBe(400)
  })

  it('TRUST-10 one works alone, with user verification, by options that are the same for everybody', async () => {
    const { authenticator } = await createClientWithPasskey(test, tenant.staff.phone)
    const visitor = await test.client()
    const { challenge, ...options } = (await visitor.call(calls.passkeyOptions)).data
    expect(options).toEqual({ rpId: 'localhost', timeout: 300_000, userVerification: 'required' })
    const proof = authenticator.prove({ challenge, ...options })
    const opened = (await visitor.call(calls.passkeySignIn, { body: { response: proof } })).data
    expect(opened.user.id).toBe(tenant.staff.id)
    // The same response is refused when it is sent again, and without its challenge.
    expect((await visitor.refused(calls.passkeySignIn, { body: { response: proof } })).status).toBe(400)
  })

  it('TRUST-10 alone it is refused where the device did not verify its person, and beside a password it serves', async () => {
    const { authenticator } = await createClientWithPasskey(
      test,
      tenant.staff.phone,
      createVirtualAuthenticator({ verifies: false }),
    )
    const visitor = await test.client()
    const options = (await visitor.call(calls.passkeyOptions)).data
    const refused = await visitor.refused(calls.passkeySignIn, { body: { response: authenticator.prove(options) } })
    expect(refused).toMatchObject({ status: 400, message: 'Esta chave de acesso não foi reconhecida.' })
    const second = await createPendingTwoFactorClient(test, tenant.staff.phone)
    const { passkey } = (await second.call(calls.secondStepMethods)).data
    if (!passkey) throw new Error('No options')
    await second.call(calls.completeSecondStep, { body: { method: 'passkey', response: authenticator.prove(passkey) } })
  })

  it('one of another address, of nobody and one that was removed are answered alike @wide', async () => {
    const { client, authenticator, passkey } = await createClientWithPasskey(test, tenant.staff.phone)
    await createClientWithPasskey(test, tenant.admin.phone)
    const attempt = async (by: ReturnType<typeof createVirtualAuthenticator>) => {
      const visitor = await test.client()
      const options = (await visitor.call(calls.passkeyOptions)).data
      return visitor.refused(calls.passkeySignIn, { body: { response: by.prove(options) } })
    }
    const nobody = await attempt(createVirtualAuthenticator())
    expect(nobody.status).toBe(400)
    await client.call(calls.deletePasskey, { params: { id: passkey.id } })
    expect(await attempt(authenticator)).toEqual(nobody)
    const foreign = createVirtualAuthenticator({ origin: 'https://prosa.exemplo.ruim' })
    const options = (await client.call(calls.passkeyCreationOptions)).data
    const refused = await client.refused(calls.createPasskey, { body: { name: 'Outra', response: foreign.create(options) } })
    expect(refused.status).toBe(400)
  })

  it('are not possible where the address is a bare IP, and it is said why @wide', async () => {
    const bare = await startTestApp({ PUBLIC_URL: 'http://192.0.2.7:3000' })
    try {
      const client = await createConfirmedClient(bare, (await createTenant(bare)).staff.phone)
      const why = { status: 400, message: 'Chaves de acesso precisam de um endereço com nome (por exemplo, localhost).' }
      expect((await client.call(calls.getAccountSecurity)).data.passkeys_possible).toBe(false)
      expect(await client.refused(calls.passkeyCreationOptions)).toMatchObject(why)
      expect(await client.refused(calls.passkeyOptions)).toMatchObject(why)
    } finally {
      await bare.close()
    }
  })

  it('has a name, which can be changed; who removed the last one has no second step any more', async () => {
    const { client, passkey } = await createClientWithPasskey(test, tenant.staff.phone)
    await client.call(calls.renamePasskey, { params: { id: passkey.id }, body: { name: 'Celular' } })
    expect((await client.call(calls.getAccountSecurity)).data.passkeys).toMatchObject([{ name: 'Celular', last_used_at: null }])
    await client.call(calls.deletePasskey, { params: { id: passkey.id } })
    await (await test.client()).signIn(tenant.staff.phone, TEST_PASSWORD)
  })
})
