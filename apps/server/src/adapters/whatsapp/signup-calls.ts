import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { OnboardedNumber, WhatsAppApi } from '../../platform/external-services/whatsapp-api.ts'
import { callGraphApi, parseQueryResult } from './graph-api.ts'
import { NUMBER_FIELDS, parseNumberInfo } from './payloads.ts'

const tokenResponse = z.object({ access_token: z.string() })
const parseAccessToken = (body: unknown) => tokenResponse.safeParse(body).data?.access_token

/** Permission scope under which Meta lists the WhatsApp accounts of an access token. */
const ACCOUNT_SCOPE = 'whatsapp_business_management'
const tokenScopes = z.object({
  data: z.object({
    granular_scopes: z.nullish(z.array(z.object({ scope: z.string(), target_ids: z.nullish(z.array(z.coerce.string())) }))),
  }),
})

function parseAccountIds(body: unknown): string[] | undefined {
  const parsed = tokenScopes.safeParse(body).data
  return (
    parsed &&
    (parsed.data.granular_scopes ?? []).flatMap(({ scope, target_ids: ids }) => (scope === ACCOUNT_SCOPE ? (ids ?? []) : []))
  )
}

const numbersResponse = z.object({ data: z.array(z.unknown()) })
/**
 * Schema of one WhatsApp number of an account. Meta documents `last_onboarded_time` as a Unix timestamp, but returns text in other parts of
 * its API.
 */
const onboardedNumber = z.object({ id: z.coerce.string(), last_onboarded_time: z.nullish(z.union([z.number(), z.string()])) })

function parseOnboardedNumbers(body: unknown): OnboardedNumber[] | undefined {
  return numbersResponse.safeParse(body).data?.data.flatMap((entry) => {
    const [parsed, info] = [onboardedNumber.safeParse(entry).data, parseNumberInfo(entry)]
    return parsed && info ? { ...info, phoneNumberId: parsed.id, onboardedAt: parseTime(parsed.last_onboarded_time) } : []
  })
}

function parseTime(value: number | string | null | undefined): Date | null {
  if (value === null || value === undefined || value === '') return null
  const seconds = Number(value)
  const date = new Date(Number.isNaN(seconds) ? value : seconds * 1_000)
  return Number.isNaN(date.getTime()) ? null : date
}

export function createSignupCalls(
  root: string,
  timeoutMs: number,
): Pick<WhatsAppApi, 'exchangeCode' | 'listAccountIds' | 'listNumbers' | 'fetchBusinessToken'> {
  const callApi = (path: string, token: string | null, body?: URLSearchParams) =>
    callGraphApi(`${root}/${path}`, { token, timeoutMs, ...(body ? { body } : {}) })
  return {
    exchangeCode: async ({ appId, appSecret }, code, redirectUri) => {
      const query = new URLSearchParams({ client_id: appId, client_secret: appSecret, code, redirect_uri: redirectUri })
      return parseQueryResult(await callApi(`oauth/access_token?${query.toString()}`, null), parseAccessToken)
    },
    listAccountIds: async ({ appId, appSecret }, token) => {
      const query = new URLSearchParams({ input_token: token })
      return parseQueryResult(await callApi(`debug_token?${query.toString()}`, `${appId}|${appSecret}`), parseAccountIds)
    },
    listNumbers: async ({ wabaId, token }) => {
      const query = new URLSearchParams({ fields: `id,${NUMBER_FIELDS},last_onboarded_time`, limit: '100' })
      return parseQueryResult(
        await callApi(`${encodeURIComponent(wabaId)}/phone_numbers?${query.toString()}`, token),
        parseOnboardedNumbers,
      )
    },
    fetchBusinessToken: async ({ appSecret }, systemToken, businessId) => {
      const proof = createHmac('sha256', appSecret).update(systemToken).digest('hex')
      const body = new URLSearchParams({ appsecret_proof: proof, fetch_only: 'true' })
      return parseQueryResult(
        await callApi(`${encodeURIComponent(businessId)}/system_user_access_tokens`, systemToken, body),
        parseAccessToken,
      )
    },
  }
}
