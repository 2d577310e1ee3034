import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { sendMetaError, sendMetaResponse } from './meta-responses.ts'
import { APP_ID } from './meta-signup.ts'

const WRONG_PIN_CODE = 133_005
/** Meta's error subcode for a webhook URL that it cannot reach. */
const WEBHOOK_UNREACHABLE_SUBCODE = 2_200

/** The part of the double's state that the linking of numbers uses. */
interface LinkingState {
  subscriptions: Map<string, string>
  visit: (address: string, word: string) => Promise<boolean>
  tokenInfo: object
  pins: Map<string, string>
  registered: string[]
  refusals: Map<string, number>
  cut: (what: string) => boolean | Promise<boolean>
  shared: Set<string>
}

/** Returns the scopes of a token and the accounts that it gives access to. */
const getTokenScopes = ({ shared }: LinkingState) => [
  { scope: 'whatsapp_business_management', target_ids: [...shared] },
  { scope: 'whatsapp_business_messaging' },
]

/** Handles the calls for linking a number: webhook subscriptions with their verification, registration with a PIN, and token details. */
export const createLinkingHandlers = (double: LinkingState) => ({
  take: async (request: IncomingMessage, response: ServerResponse, subject: string, what: 'subscribed_apps' | 'register') => {
    const body = JSON.parse((await text(request)) || '{}') as Record<string, string>
    const refusal = double.refusals.get(what)
    if (refusal !== undefined) return sendMetaError(response, refusal)
    if (what === 'register') {
      double.registered.push(subject)
      const pin = double.pins.get(subject) ?? body['pin'] ?? ''
      if (pin !== body['pin']) return sendMetaError(response, WRONG_PIN_CODE)
      double.pins.set(subject, pin)
      if (await double.cut(what)) return void request.socket.destroy()
      return sendMetaResponse(response, { success: true })
    }
    const address = body['override_callback_uri'] ?? ''
    if (address !== '' && !(await double.visit(address, body['verify_token'] ?? '')))
      return sendMetaError(response, WEBHOOK_UNREACHABLE_SUBCODE)
    double.subscriptions.set(subject, address)
    if (await double.cut(what)) return void request.socket.destroy()
    return sendMetaResponse(response, { success: true })
  },
  debug: async (request: IncomingMessage, response: ServerResponse) => {
    if (await double.cut('debug_token')) return void request.socket.destroy()
    sendMetaResponse(response, { data: { app_id: APP_ID, ...double.tokenInfo, granular_scopes: getTokenScopes(double) } })
  },
})
