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

/** Timeout in milliseconds of one request. Must be shorter than the time limit of the job that sends messages. */
const TIMEOUT_MS = 20_000
/** Timeout in milliseconds of an upload of up to 100 MB. Must be shorter than the time limit of the upload job. */
const UPLOAD_TIMEOUT_MS = 540_000

/** Creates the client for Meta's WhatsApp API. `apiUrl`: base URL of the API. */
export function createWhatsAppApi(apiUrl: string, { timeoutMs = TIMEOUT_MS, uploadMs = UPLOAD_TIMEOUT_MS } = {}): WhatsAppApi {
  const root = apiUrl.replace(/\/$/, '')
  const callApi = (account: WhatsAppAccount, path: string, body?: unknown) =>
    callGraphApi(`${root}/${path}`, { token: account.token, timeoutMs, ...(body === undefined ? {} : { body }) })

  return {
    send: async (account, message) => {
      const response = await callApi(account, `${encodeURIComponent(account.phoneNumberId)}/messages`, buildMessageBody(message))
      return toSendOutcome(response)
    },
    markRead: async (account, channelId, typing) => {
      const response = await callApi(
        account,
        `${encodeURIComponent(account.phoneNumberId)}/messages`,
        buildReadReceipt(channelId, typing),
      )
      return parseQueryResult(response, () => null)
    },
    fetchNumberInfo: async (account) => {
      const response = await callApi(account, `${encodeURIComponent(account.phoneNumberId)}?fields=${NUMBER_FIELDS}`)
      return parseQueryResult(response, parseNumberInfo)
    },
    fetchHealth: async (account) =>
      parseQueryResult(
        await callApi(account, `${encodeURIComponent(account.phoneNumberId)}?fields=${HEALTH_FIELDS}`),
        parseNumberHealth,
      ),
    fetchTokenExpiry: async (account) =>
      parseQueryResult(await callApi(account, `debug_token?input_token=${encodeURIComponent(account.token)}`), parseTokenExpiry),
    subscribeToWebhooks: async (account, webhook) => {
      const body = webhook ? { override_callback_uri: webhook.url, verify_token: webhook.verifyToken } : {}
      return parseQueryResult(await callApi(account, `${encodeURIComponent(account.wabaId)}/subscribed_apps`, body), () => null)
    },
    registerNumber: async (account, pin) => {
      const body = { messaging_product: 'whatsapp', pin }
      return parseQueryResult(await callApi(account, `${encodeURIComponent(account.phoneNumberId)}/register`, body), () => null)
    },
    listHistory: async (account, after) => {
      const query = new URLSearchParams({ fields: HISTORY_FIELDS, limit: '100', ...(after ? { after } : {}) })
      return parseQueryResult(
        await callApi(account, `${encodeURIComponent(account.phoneNumberId)}/message_history?${query.toString()}`),
        parseHistoryPage,
      )
    },
    requestPhoneSync: async (account, syncType) => {
      const body = { messaging_product: 'whatsapp', sync_type: syncType }
      return parseQueryResult(
        await callApi(account, `${encodeURIComponent(account.phoneNumberId)}/smb_app_data`, body),
        (response) => syncResponse.safeParse(response).data?.request_id ?? '',
      )
    },
    fetchBill: async (account, from, to) => {
      const query = new URLSearchParams({ fields: buildBillFields(from, to) })
      return parseQueryResult(await callApi(account, `${encodeURIComponent(account.wabaId)}?${query.toString()}`), parseBill)
    },
    uploadMedia: async (account, file) => {
      const response = await callGraphApi(`${root}/${encodeURIComponent(account.phoneNumberId)}/media`, {
        token: account.token,
        timeoutMs: uploadMs,
        body: buildUploadForm(file),
      })
      return parseQueryResult(response, (body) => uploadResponse.safeParse(body).data?.id)
    },
    ...createSignupCalls(root, timeoutMs),
    ...createTemplateCalls(root, { timeoutMs, uploadMs }),
    fetchImage: (download) => fetchImage(download, { token: null, timeoutMs, apiBaseUrl: new URL(root) }),
    fetchMedia: (account, download) =>
      fetchMedia(download, {
        token: account.token,
        timeoutMs,
        apiBaseUrl: new URL(root),
        describe: () => callApi(account, encodeURIComponent(download.providerId)),
      }),
  }
}

function toSendOutcome(response: GraphApiResponse): SendOutcome {
  if (response.kind !== 'answered') return response
  const id = sendResponse.safeParse(response.body).data?.messages[0]?.id
  // The response has an unknown format, although the request succeeded. Meta's later status reports show the result.
  return id ? { kind: 'accepted', channelId: id } : { kind: 'unknown' }
}
