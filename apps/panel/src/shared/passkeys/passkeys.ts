import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@prosa/contract/entities/passkey'

/** Message if passkeys are unavailable because the address is a bare IP address. */
export const NEEDS_A_NAME = 'Chaves de acesso precisam de um endereço com nome (por exemplo, localhost).'

export const browserKnowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

const BARE_IP = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/

/** Whether the address in the address bar is a host name, to which a passkey can be bound. */
export const addressHasName = (): boolean => !BARE_IP.test(window.location.hostname)

/** Loads the passkey library at first use. */
const library = () => import('@simplewebauthn/browser')

/** Whether the user declined the browser's prompt or let it time out. No error is shown then. */
export const wasGivenUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/**
 * Requests a passkey assertion from the browser.
 * @throws the browser's error; `wasGivenUp` detects a declined prompt
 */
export async function askForProof(options: PasskeyRequest): Promise<PasskeyProof> {
  const { startAuthentication } = await library()
  return startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  })
}

/**
 * Creates a passkey in the browser.
 * @throws the browser's error; `wasGivenUp` detects a declined prompt
 */
export async function makePasskey(options: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await library()
  return startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
}
