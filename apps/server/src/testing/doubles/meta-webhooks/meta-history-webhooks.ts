import { buildWebhook } from './meta-webhook-payloads.ts'

/** The message history that a phone shares when its number joins the Cloud API, in Meta's wire format (docs/decisions/053). */

const OWN_PHONE_NUMBER = '551140001234'

/** A message of the history: sender (null: the number itself), time in seconds, and content. */
export interface MetaHistoryMessage {
  id: string
  from: string | null
  at: number
  body: object
  status?: string
}

export interface MetaHistoryThread {
  id: string
  messages: readonly MetaHistoryMessage[]
}

export const buildHistoryWebhook = (
  phoneNumberId: string,
  threads: readonly MetaHistoryThread[],
  { progress = 55, phase = 0, chunk = 1 }: { progress?: number; phase?: number; chunk?: number } = {},
) =>
  buildWebhook(phoneNumberId, 'history', {
    history: [
      {
        metadata: { phase, chunk_order: chunk, progress },
        threads: threads.map(({ id, messages }) => ({
          id,
          messages: messages.map(({ id: wamid, from, at, body, status = 'READ' }) => ({
            from: from ?? OWN_PHONE_NUMBER,
            id: wamid,
            timestamp: String(at),
            ...body,
            history_context: { status },
          })),
        })),
      },
    ],
  })

/** Webhook for a history that the owner refused to share on the phone. */
export const buildHistoryDeclinedWebhook = (phoneNumberId: string, code = 2_593_109) =>
  buildWebhook(phoneNumberId, 'history', {
    history: [{ errors: [{ code, title: 'History sync is turned off by the business from the WhatsApp Business App' }] }],
  })

/** Webhook with the files of the last 14 days, which Meta sends separately as ordinary messages. */
export const buildHistoryMediaWebhook = (
  phoneNumberId: string,
  messages: readonly { id: string; from: string; at: number; body: object }[],
) =>
  buildWebhook(phoneNumberId, 'history', {
    messages: messages.map(({ id, from, at, body }) => ({ from, id, timestamp: String(at), ...body })),
  })

export const MEDIA_PLACEHOLDER = { type: 'media_placeholder' }

/** Webhook with the phone's address book. */
export const buildPhoneContactsWebhook = (phoneNumberId: string, contacts: readonly { phone: string; name?: string }[]) =>
  buildWebhook(phoneNumberId, 'smb_app_state_sync', {
    state_sync: contacts.map(({ phone, name }) => ({
      type: 'contact',
      contact: { ...(name ? { full_name: name, first_name: name.split(' ')[0] } : {}), phone_number: phone },
      action: name ? 'add' : 'remove',
      metadata: { timestamp: '1739321024' },
    })),
  })

/** Webhook for a message that the team, or the app automatically, sent from the phone. */
export const buildEchoWebhook = (phoneNumberId: string, to: string, id: string, body: object, at: number) =>
  buildWebhook(phoneNumberId, 'smb_message_echoes', {
    message_echoes: [{ from: OWN_PHONE_NUMBER, to, id, timestamp: String(at), ...body }],
  })

/** Generates a long history: `people` threads with `messages` messages each, alternating between both sides. */
export const generateHistoryThreads = (
  people: number,
  messages: number,
  { phonesFrom, before }: { phonesFrom: number; before: number },
) =>
  Array.from({ length: people }, (_, n): MetaHistoryThread => {
    const id = `5521${String(phonesFrom + n)}`
    return {
      id,
      messages: Array.from({ length: messages }, (_unused, m) => ({
        id: `wamid.PAST${n}x${m}`,
        from: m % 2 === 0 ? id : null,
        at: before - (messages - m) * 3_600 - n,
        body: { type: 'text', text: { body: `Conversa ${n}, mensagem ${m}` } },
      })),
    }
  })
