import type {
  PasskeyAssertion,
  PasskeyCreateOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@prosa/contract/entities/accounts/passkey'

/** Message shown if passkeys are unavailable because the panel was opened at a bare IP address. */
export const PASSKEYS_NEED_HOST_NAME = 'Chaves de acesso precisam de um endereço com nome (por exemplo, localhost).'

export const isPasskeySupported = (): boolean => typeof window.PublicKeyCredential === 'function'

const BARE_IP_PATTERN = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/

/** Whether the panel was opened at a host name. Browsers do not allow passkeys at a bare IP address. */
export const hasHostName = (): boolean => !BARE_IP_PATTERN.test(window.location.hostname)

/** Loads the passkey library when a passkey is first used. */
const importPasskeyLibrary = () => import('@simplewebauthn/browser')

/** Whether the user declined the browser's prompt or let it time out. No error is shown then. */
export const isPasskeyPromptDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/**
 * Requests a passkey assertion from the browser.
 * @throws the browser's error; `isPasskeyPromptDismissed` detects a declined prompt
 */
export async function requestPasskeyAssertion(options: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  const { startAuthentication } = await importPasskeyLibrary()
  return startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  })
}

/**
 * Creates a passkey in the browser.
 * @throws the browser's error; `isPasskeyPromptDismissed` detects a declined prompt
 */
export async function registerPasskey(options: PasskeyCreateOptions): Promise<PasskeyRegistration> {
  const { startRegistration } = await importPasskeyLibrary()
  return startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
}
