import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@prosa/contract/entities/passkey'

/** What a person reads where passkeys cannot be: the address is a bare IP. */
export const NEEDS_A_NAME = 'Chaves de acesso precisam de um endereço com nome (por exemplo, localhost).'

export const browserKnowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

const BARE_IP = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/

/** Whether the address in the bar is a name, which a passkey can be bound to. */
export const addressHasName = (): boolean => !BARE_IP.test(window.location.hostname)

/** Brought by the first who uses a passkey. */
const library = () => import('@simplewebauthn/browser')

/** The person said no to the browser, or let it wait too long: nothing went wrong, and nothing is to be said. */
export const wasGivenUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** Asks the browser for a proof. @throws wasGivenUp, or why the browser could not */
export async function askForProof(options: PasskeyRequest): Promise<PasskeyProof> {
  const { startAuthentication } = await library()
  return startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  })
}

/** Has the browser make a passkey. @throws wasGivenUp, or why the browser could not */
export async function makePasskey(options: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await library()
  return startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
}
