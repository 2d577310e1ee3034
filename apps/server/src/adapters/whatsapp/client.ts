import type { SendOutcome, WhatsAppAccount, WhatsAppApi } from '../../platform/external-services/whatsapp-api.ts'
import { buildBillFields, parseBill } from './bill.ts'
import { callGraphApi, type GraphApiResponse, parseQueryResult } from './graph-api.ts'
import { HISTORY_FIELDS, parseHistoryPage, syncResponse } from './history.ts'
import { fetchImage, fetchMedia } from './media.ts'
import { HEALTH_FIELDS, parseNumberHealth, parseTokenExpiry } from './number-health.ts'
import {
  buildMessageBody,
  buildReadReceipt,
  buildUploadForm,
  NUMBER_FIELDS,
  parseNumberInfo,
  sendResponse,
  uploadResponse,
} from './payloads.ts'
import { createSignupCalls } from './signup-calls.ts'
import { createTemplateCalls } from './template-calls.ts'

/** Timeout of one request in milliseconds. It is shorter than the lease of the job that sends messages. */
const TIMEOUT_MS = 20_000
/** Timeout in milliseconds of an upload of up to 100 MB. It is shorter than the lease of the upload job. */
const UPLOAD_TIMEOUT_MS = 540_000

/** Creates the client for Meta's WhatsApp API. `apiUrl`: base URL of the API (WHATSAPP_API_URL). */
export function createWhatsAppApi(apiUrl: string, { timeoutMs = TIMEOUT_MS, uploadMs = UPLOAD_TIMEOUT_MS } = {}): WhatsAppApi {
  const root = apiUrl.replace(/\/$/, '')
  const ask = (account: WhatsAppAccount, path: string, body?: unknown) =>
    callGraphApi(`${root}/${path}`, { token: account.token, timeoutMs, ...(body === undefined ? {} : { body }) })

  return {
    send: async (account, message) => {
      const answer = await ask(account, `${encodeURIComponent(account.phoneNumberId)}/messages`, buildMessageBody(message))
      return toSendOutcome(answer)
    },
    markRead: async (account, channelId, typing) => {
      const answer = await ask(
        account,
        `${encodeURIComponent(account.phoneNumberId)}/messages`,
        buildReadReceipt(channelId, typing),
      )
      return parseQueryResult(answer, () => null)
    },
    describeNumber: async (account) => {
      const answer = await ask(account, `${encodeURIComponent(account.phoneNumberId)}?fields=${NUMBER_FIELDS}`)
      return parseQueryResult(answer, parseNumberInfo)
    },
    askHealth: async (account) =>
      parseQueryResult(
        await ask(account, `${encodeURIComponent(account.phoneNumberId)}?fields=${HEALTH_FIELDS}`),
        parseNumberHealth,
      ),
    askExpiry: async (account) =>
      parseQueryResult(await ask(account, `debug_token?input_token=${encodeURIComponent(account.token)}`), parseTokenExpiry),
    subscribe: async (account, to) => {
      const body = to ? { override_callback_uri: to.address, verify_token: to.word } : {}
      return parseQueryResult(await ask(account, `${encodeURIComponent(account.wabaId)}/subscribed_apps`, body), () => null)
    },
    register: async (account, pin) => {
      const body = { messaging_product: 'whatsapp', pin }
      return parseQueryResult(await ask(account, `${encodeURIComponent(account.phoneNumberId)}/register`, body), () => null)
    },
    listHistory: async (account, after) => {
      const query = new URLSearchParams({ fields: HISTORY_FIELDS, limit: '100', ...(after ? { after } : {}) })
      return parseQueryResult(
        await ask(account, `${encodeURIComponent(account.phoneNumberId)}/message_history?${query.toString()}`),
        parseHistoryPage,
      )
    },
    askPhone: async (account, syncType) => {
      const body = { messaging_product: 'whatsapp', sync_type: syncType }
      return parseQueryResult(
        await ask(account, `${encodeURIComponent(account.phoneNumberId)}/smb_app_data`, body),
        (answer) => syncResponse.safeParse(answer).data?.request_id ?? '',
      )
    },
    listBill: async (account, from, to) => {
      const query = new URLSearchParams({ fields: buildBillFields(from, to) })
      return parseQueryResult(await ask(account, `${encodeURIComponent(account.wabaId)}?${query.toString()}`), parseBill)
    },
    uploadMedia: async (account, file) => {
      const answer = await callGraphApi(`${root}/${encodeURIComponent(account.phoneNumberId)}/media`, {
        token: account.token,
        timeoutMs: uploadMs,
        body: buildUploadForm(file),
      })
      return parseQueryResult(answer, (body) => uploadResponse.safeParse(body).data?.id)
    },
    ...createSignupCalls(root, timeoutMs),
    ...createTemplateCalls(root, { timeoutMs, uploadMs }),
    fetchPicture: (wanted) => fetchImage(wanted, { token: null, timeoutMs, own: new URL(root) }),
    fetchMedia: (account, wanted) =>
      fetchMedia(wanted, {
        token: account.token,
        timeoutMs,
        own: new URL(root),
        describe: () => ask(account, encodeURIComponent(wanted.providerId)),
      }),
  }
}

function toSendOutcome(answer: GraphApiResponse): SendOutcome {
  if (answer.kind !== 'answered') return answer
  const id = sendResponse.safeParse(answer.body).data?.messages[0]?.id
  // The request succeeded, but the response has an unknown format. The statuses that Meta sends later will show the result.
  return id ? { kind: 'accepted', channelId: id } : { kind: 'unknown' }
}
