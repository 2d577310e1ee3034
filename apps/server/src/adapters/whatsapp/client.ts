import type { Asked, ProviderTemplate, SendOutcome, WhatsAppAccount, WhatsAppApi } from '../../kernel/whatsapp.ts'
import { fetchMedia } from './media.ts'
import { type Answer, request } from './request.ts'
import { numberAnswer, readBody, sendAnswer, sendBody, templatesAnswer } from './wire.ts'

/** Shorter than the lease of the job that sends. */
const TIMEOUT_MS = 20_000
/** Pages of templates; Meta allows 6,000 templates, nobody chooses among so many. */
const PAGES_MAX = 10

/** Meta's API at this address (WHATSAPP_API_URL). */
export function createWhatsAppApi(apiUrl: string, { timeoutMs = TIMEOUT_MS } = {}): WhatsAppApi {
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
      const answer = await ask(account, `${encodeURIComponent(account.phoneNumberId)}?fields=display_phone_number,verified_name`)
      return read(answer, (body) => {
        const parsed = numberAnswer.safeParse(body).data
        return parsed && { displayNumber: parsed.display_phone_number, verifiedName: parsed.verified_name ?? null }
      })
    },
    listTemplates: async (account) => {
      const found: ProviderTemplate[] = []
      let after: string | null = null
      for (let page = 0; page < PAGES_MAX; page++) {
        const query = new URLSearchParams({ status: 'APPROVED', limit: '100', ...(after ? { after } : {}) })
        const answer = read(
          await ask(account, `${encodeURIComponent(account.wabaId)}/message_templates?${query.toString()}`),
          (body) => templatesAnswer.safeParse(body).data,
        )
        if (answer.kind !== 'answered') return answer
        const { data, paging } = answer.value
        for (const { name, language, status, category, components } of data) {
          if ((status ?? 'APPROVED') === 'APPROVED') found.push({ name, language, category: category ?? null, components })
        }
        after = paging?.next ? (paging.cursors?.after ?? null) : null
        if (!after) break
      }
      return { kind: 'answered', value: found }
    },
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
  // Taken, as the status said, but in words that we do not know: the statuses will tell.
  return id ? { kind: 'accepted', channelId: id } : { kind: 'unknown' }
}

/** A question may be asked again, so an answer that did not come back is one that was never asked. */
function read<T>(answer: Answer, parse: (body: unknown) => T | undefined): Asked<T> {
  if (answer.kind === 'refused') return answer
  if (answer.kind !== 'answered') return { kind: 'unreachable' }
  const value = parse(answer.body)
  return value === undefined ? { kind: 'unreachable' } : { kind: 'answered', value }
}
