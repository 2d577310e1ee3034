import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { APP_SECRET } from '../meta-webhooks/meta-webhook-payloads.ts'
import { sendMetaError, sendMetaResponse } from './meta-responses.ts'

/** Access token that the owner of a number gives to the app. */
export const META_TOKEN = 'EAAG-token-of-the-double'
export const APP_ID = '21202248997039'
/** Access token of the app itself. */
export const APP_TOKEN = `${APP_ID}|${APP_SECRET}`
/** Access token of the platform's system user. */
export const SYSTEM_TOKEN = 'EAAG-system-token-of-the-double'
const APP_SECRET_PROOF = createHmac('sha256', APP_SECRET).update(SYSTEM_TOKEN).digest('hex')

const CODE_LIFETIME_MS = 30_000
/** Meta's error codes for a code that is used, expired or of another app, and for an unknown token. */
const INVALID_CODE_ERROR = 100
const INVALID_TOKEN_ERROR = 190

/** Returns the URL of the double's signup page, in the form that Meta's dashboard shows. */
export const buildSignupPageUrl = ({ url }: { url: string }): string =>
  `${new URL(url).origin}/onboard/?app_id=${APP_ID}&config_id=2132032&extras=${encodeURIComponent('{"version":"v4","sessionInfoVersion":"3"}')}`

/** A number in the list of an account. */
export interface MetaNumber {
  id: string
  display_phone_number: string
  verified_name?: string
  is_on_biz_app?: boolean
  platform_type?: string
  last_onboarded_time?: string | number
}

/** The part of the double's state that its signup page uses. */
interface SignupState {
  accounts: Map<string, MetaNumber[]>
  businesses: Set<string>
  refusals: Map<string, number>
  cut: (what: string) => boolean | Promise<boolean>
  now: () => number
}

interface SignupRequest {
  first: string
  token: string | undefined
  query: URLSearchParams
}

/** Handles Meta's signup page, the exchange of its code, and the token of the platform's system user. */
export const createSignupHandlers = (double: SignupState) => {
  const codes = new Map<string, { redirectUri: string; until: number }>()

  const consent = (page: string): string => {
    const { searchParams } = new URL(page, 'http://localhost')
    const redirectUri = searchParams.get('redirect_uri') ?? ''
    const code = randomBytes(12).toString('base64url')
    codes.set(code, { redirectUri, until: double.now() + CODE_LIFETIME_MS })
    const back = new URL(redirectUri)
    back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()
    return back.toString()
  }

  const exchange = async (query: URLSearchParams, request: IncomingMessage, response: ServerResponse) => {
    const code = query.get('code') ?? ''
    const known = codes.get(code)
    const isOurs = query.get('client_id') === APP_ID && query.get('client_secret') === APP_SECRET
    if (!isOurs || known?.redirectUri !== query.get('redirect_uri') || known.until < double.now())
      return sendMetaError(response, INVALID_CODE_ERROR)
    codes.delete(code)
    if (await double.cut('oauth')) return void request.socket.destroy()
    return sendMetaResponse(response, { access_token: META_TOKEN, token_type: 'bearer' })
  }

  const fetchToken = async ({ first, token }: SignupRequest, request: IncomingMessage, response: ServerResponse) => {
    const body = new URLSearchParams(await text(request))
    if (token !== SYSTEM_TOKEN || body.get('appsecret_proof') !== APP_SECRET_PROOF)
      return sendMetaError(response, INVALID_TOKEN_ERROR)
    if (body.get('fetch_only') !== 'true' || !double.businesses.has(first)) return sendMetaError(response, INVALID_CODE_ERROR)
    return sendMetaResponse(response, { access_token: META_TOKEN })
  }

  return {
    consent,
    /**
     * Whether a request needs no token of an account: the signup page, where consent is given at once, the code exchange, or the request
     * for a token of a business.
     */
    isOpen: (version: string | undefined, first: string, second: string | undefined): boolean =>
      version === 'onboard' || first === 'oauth' || second === 'system_user_access_tokens',
    open: async (opened: SignupRequest, request: IncomingMessage, response: ServerResponse) => {
      if (opened.first === 'oauth') return exchange(opened.query, request, response)
      if (request.method === 'POST') return fetchToken(opened, request, response)
      return void response.writeHead(302, { location: consent(request.url ?? '') }).end()
    },
    listNumbers: async (account: string, request: IncomingMessage, response: ServerResponse) => {
      const refusal = double.refusals.get('phone_numbers')
      if (refusal !== undefined) return sendMetaError(response, refusal)
      if (await double.cut('phone_numbers')) return void request.socket.destroy()
      return sendMetaResponse(response, { data: double.accounts.get(account) ?? [] })
    },
  }
}
