import type { SendOutcome, WhatsAppAccount, WhatsAppApi } from '../../kernel/whatsapp.ts'
import { HEALTH_FIELDS, readExpiry, readHealth } from './account.ts'
import { billFields, readBill } from './bill.ts'
import { HISTORY_FIELDS, readHistory, syncAnswer } from './history.ts'
import { fetchMedia, fetchPicture } from './media.ts'
import { type Answer, read, request } from './request.ts'
import { signupCalls } from './signup.ts'
import { templateCalls } from './templates.ts'
import { NUMBER_FIELDS, readBody, readNumber, sendAnswer, sendBody, uploadAnswer, uploadForm } from './wire.ts'

/** Timeout in milliseconds, shorter than the lease of the job that sends. */
const TIMEOUT_MS = 20_000
/** Timeout in milliseconds of an upload of up to 100 MB, shorter than the lease of its job. */
const UPLOAD_MS = 540_000

/** Creates the client of Meta's API at this address (WHATSAPP_API_URL). */
export function createWhatsAppApi(apiUrl: string, { timeoutMs = TIMEOUT_MS, uploadMs = UPLOAD_MS } = {}): WhatsAppApi {
  const root = apiUrl.replace(/\/$/, '')
  const ask = (account: WhatsAppAccount, path: string, body?: unknown) =>
    request(`${root}/${path}`, { token: account.token, timeoutMs, ...(body === undefined ? {} : { body }) })

  return {
    send: async (account, message) => {
      const answer = await ask(account, `${encodeURIComponent(account.phoneNumberId)}/messages`, sendBody(message))
      return sendOutcome(answer)
    },
    markRead: async (account, channelId, typing) => {
      const answer = await ask(account, `${encodeURIComponent(account.phoneNumberId)}/messages`, readBody(channelId, typing))
      return read(answer, () => null)
    },
    describeNumber: async (account) => {
      const answer = await ask(account, `${encodeURIComponent(account.phoneNumberId)}?fields=${NUMBER_FIELDS}`)
      return read(answer, readNumber)
    },
    askHealth: async (account) =>
      read(await ask(account, `${encodeURIComponent(account.phoneNumberId)}?fields=${HEALTH_FIELDS}`), readHealth),
    askExpiry: async (account) =>
      read(await ask(account, `debug_token?input_token=${encodeURIComponent(account.token)}`), readExpiry),
    subscribe: async (account, to) => {
      const body = to ? { override_callback_uri: to.address, verify_token: to.word } : {}
      return read(await ask(account, `${encodeURIComponent(account.wabaId)}/subscribed_apps`, body), () => null)
    },
    register: async (account, pin) => {
      const body = { messaging_product: 'whatsapp', pin }
      return read(await ask(account, `${encodeURIComponent(account.phoneNumberId)}/register`, body), () => null)
    },
    listHistory: async (account, after) => {
      const query = new URLSearchParams({ fields: HISTORY_FIELDS, limit: '100', ...(after ? { after } : {}) })
      return read(
        await ask(account, `${encodeURIComponent(account.phoneNumberId)}/message_history?${query.toString()}`),
        readHistory,
      )
    },
    askPhone: async (account, syncType) => {
      const body = { messaging_product: 'whatsapp', sync_type: syncType }
      return read(
        await ask(account, `${encodeURIComponent(account.phoneNumberId)}/smb_app_data`, body),
        (answer) => syncAnswer.safeParse(answer).data?.request_id ?? '',
      )
    },
    listBill: async (account, from, to) => {
      const query = new URLSearchParams({ fields: billFields(from, to) })
      return read(await ask(account, `${encodeURIComponent(account.wabaId)}?${query.toString()}`), readBill)
    },
    uploadMedia: async (account, file) => {
      const answer = await request(`${root}/${encodeURIComponent(account.phoneNumberId)}/media`, {
        token: account.token,
        timeoutMs: uploadMs,
        body: uploadForm(file),
      })
      return read(answer, (body) => uploadAnswer.safeParse(body).data?.id)
    },
    ...signupCalls(root, timeoutMs),
    ...templateCalls(root, { timeoutMs, uploadMs }),
    fetchPicture: (wanted) => fetchPicture(wanted, { token: null, timeoutMs, own: new URL(root) }),
    fetchMedia: (account, wanted) =>
      fetchMedia(wanted, {
        token: account.token,
        timeoutMs,
        own: new URL(root),
        describe: () => ask(account, encodeURIComponent(wanted.providerId)),
      }),
  }
}

function sendOutcome(answer: Answer): SendOutcome {
  if (answer.kind !== 'answered') return answer
  const id = sendAnswer.safeParse(answer.body).data?.messages[0]?.id
  // The request succeeded, but the answer has an unknown format: the statuses will show the result.
  return id ? { kind: 'accepted', channelId: id } : { kind: 'unknown' }
}
