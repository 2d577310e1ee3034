/** What our own code needs to know of a number to speak for it. */
export interface WhatsAppAccount {
  /** Meta's id of the number. */
  phoneNumberId: string
  /** Meta's id of the business account. */
  wabaId: string
  token: string
}

/** Meta said no, with its code where it gave one. */
export interface Refusal {
  kind: 'refused'
  code: number | null
  message: string
}

/** Meta was not reached: nothing was done. */
interface Unreachable {
  kind: 'unreachable'
}

/**
 * What came of a send. `unknown`: it left, and the answer did not come back; it may have been carried out, and there is no
 * idempotency key, so it must never be repeated by machine.
 */
export type SendOutcome = { kind: 'accepted'; channelId: string } | Refusal | Unreachable | { kind: 'unknown' }

/** What came of a question. */
export type Asked<T> = { kind: 'answered'; value: T } | Refusal | Unreachable

export interface OutgoingTemplate {
  name: string
  language: string
  /** As Meta has it; not there on what was queued by an earlier version. */
  category?: string | null | undefined
  /** With a name where the template names its places. */
  header: readonly { name: string | null; value: string }[]
  body: readonly { name: string | null; value: string }[]
}

export interface OutgoingMessage {
  /** `+5511…`, or a business-scoped id. */
  to: string
  content: { text: string } | { template: OutgoingTemplate }
  /** Our message's id; Meta echoes it with every status. */
  callbackData: string
}

/** A template as Meta keeps it. */
export interface ProviderTemplate {
  name: string
  language: string
  category: string | null
  components: readonly {
    type: string
    format?: string | undefined
    text?: string | undefined
    buttons?: readonly { type: string; text?: string | undefined; url?: string | undefined }[] | undefined
  }[]
}

export interface NumberInfo {
  displayNumber: string
  verifiedName: string | null
}

/** Where to put a file's bytes, and what they must be. */
export interface MediaWanted {
  providerId: string
  /** As the webhook said it, in hex or base64. */
  sha256: string | null
  maxBytes: number
  path: string
}

/** A file that will never come: too large, altered, from a foreign host, gone. Anything else may be retried. */
export type MediaOutcome =
  | { kind: 'stored'; size: number; mimeType: string | null }
  | { kind: 'never'; reason: 'too-large' | 'altered' | 'foreign' | 'gone' }
  | { kind: 'later' }

/** Meta's WhatsApp Cloud API. */
export interface WhatsAppApi {
  send(account: WhatsAppAccount, message: OutgoingMessage): Promise<SendOutcome>
  /** Shows the lead that its message was read, and, if wanted, that somebody is typing (for 25 s at most). */
  markRead(account: WhatsAppAccount, channelId: string, typing: boolean): Promise<Asked<null>>
  describeNumber(account: WhatsAppAccount): Promise<Asked<NumberInfo>>
  /** The approved ones. */
  listTemplates(account: WhatsAppAccount): Promise<Asked<readonly ProviderTemplate[]>>
  fetchMedia(account: WhatsAppAccount, wanted: MediaWanted): Promise<MediaOutcome>
}
