import type { SentMediaType } from '@prosa/contract/entities/conversations/message'
import type { SentContact, SentLocation } from '@prosa/contract/entities/conversations/structured-content'
import type { SentChoices } from '@prosa/contract/entities/conversations/structured-content-shape'
import type { TemplateComponent } from '@prosa/contract/entities/whatsapp/template'

/** Credentials for requests to Meta on behalf of a WhatsApp number. */
export interface WhatsAppAccount {
  /** Meta's id of the WhatsApp number. */
  phoneNumberId: string
  /** Meta's id of the WhatsApp Business account. */
  wabaId: string
  token: string
}

/** Result: Meta rejected the request. `code` is null if Meta sent no error code. */
export interface MetaRejection {
  kind: 'refused'
  code: number | null
  message: string
  /** More specific error code. Meta sends it for templates. */
  subcode?: number
  /** Error message for users. Meta sends it for templates. */
  userMessage?: string
}

/** Result: Meta could not be reached, so the request had no effect. */
interface Unreachable {
  kind: 'unreachable'
}

/**
 * Result of sending a message. `unknown`: no response arrived, so the message may have been delivered. It must not be sent again
 * automatically, because Meta's API has no idempotency key.
 */
export type SendOutcome = { kind: 'accepted'; channelId: string } | MetaRejection | Unreachable | { kind: 'unknown' }

/** Result of a request that is safe to repeat. */
export type MetaQueryResult<T> = { kind: 'answered'; value: T } | MetaRejection | Unreachable

export interface OutgoingTemplate {
  name: string
  language: string
  /** Category at Meta; null if unknown. */
  category: string | null
  /** Parameters of the header. `name` is null if the template uses positional parameters. */
  header: readonly { name: string | null; value: string }[]
  /** Parameters of the body, in the same form. */
  body: readonly { name: string | null; value: string }[]
  /** Parameters of the buttons, by the index of the button; undefined if there are none. */
  buttons?: readonly { index: number; kind: 'url' | 'copy_code'; value: string }[] | undefined
}

/** A file that is already uploaded to Meta. */
export interface OutgoingMedia {
  mediaType: SentMediaType
  id: string
  caption: string
  filename: string | null
}

/** A location, a contact card, or a list of choices. */
export type OutgoingStructuredContent = { location: SentLocation } | { contact: SentContact } | { choices: SentChoices }

/** A file to upload to Meta. */
export interface MediaUpload {
  bytes: Blob
  mimeType: string
  filename: string
}

export interface OutgoingMessage {
  /** Phone number in the form `+5511…`, or WhatsApp's business-scoped id of the lead. */
  to: string
  content:
    | { text: string }
    /** A template, with the file or location of its header if there is one. */
    | { template: OutgoingTemplate; media?: OutgoingMedia | null; headerLocation?: SentLocation | null }
    | { media: OutgoingMedia }
    | Exclude<OutgoingStructuredContent, { choices: SentChoices }>
    | { text: string; choices: SentChoices }
    | { reaction: { to: string; emoji: string | null } }
  /** Meta's id of the message to which this message replies. */
  quotedChannelId?: string | null
  /** Our id of the message, which Meta returns with every status report. */
  callbackData: string
}

/** A message template as Meta stores it. */
export interface ProviderTemplate {
  id: string
  name: string
  language: string
  status: string
  category: string | null
  reason: string | null
  quality: string | null
  components: readonly TemplateComponent[]
}

/** Content of a template that is submitted to Meta for review. */
export interface SubmittedTemplateContent {
  category: string
  components: readonly TemplateComponent[]
  /** Whether the template's parameters have names instead of positions. */
  usesNamedParameters: boolean
}

/** Example file of a template's header, for upload to Meta. */
export interface HeaderExample {
  filename: string
  size: number
  mimeType: string
}

export interface NumberInfo {
  displayNumber: string
  verifiedName: string | null
  /** `coexistence`: the WhatsApp Business app on a phone uses the number as well. */
  mode: 'api' | 'coexistence'
  /** Maximum number of messages per second; null if unknown. */
  throughput: number | null
}

/** The server's Meta app, for requests that concern no WhatsApp account. */
export interface MetaApp {
  appId: string
  appSecret: string
}

/** A WhatsApp number of an account. */
export interface OnboardedNumber extends NumberInfo {
  phoneNumberId: string
  /** When the number was linked; null if Meta does not report it. */
  onboardedAt: Date | null
}

/** A message in the history that Meta stores. */
export interface HistoryEntry {
  /** Meta's id of the message. */
  id: string
  /** Earliest time that Meta reports for the message; null if there is none. */
  sentAt: Date | null
}

/** Cost of a WhatsApp Business account in a period, as Meta reports it. */
export interface BilledPeriod {
  from: Date
  to: Date
  /** Amount in the account's currency; approximate according to Meta. */
  cost: number
}

/** Daily costs of a WhatsApp Business account. `currency` is null if unknown. */
export interface AccountBill {
  currency: string | null
  periods: readonly BilledPeriod[]
}

/** A file to download from Meta. */
export interface MediaDownload {
  providerId: string
  /** Short-lived URL of the file from the webhook. */
  url?: string | undefined
  /** Expected SHA-256 from the webhook, in hex or base64; null if unknown. */
  sha256: string | null
  maxBytes: number
  /** Stores the bytes completely or not at all. @throws if reading the bytes fails */
  store(bytes: AsyncIterable<Uint8Array>): Promise<void>
}

/** A public image to download from Meta. */
export type ImageDownload = Pick<MediaDownload, 'maxBytes' | 'store'> & { url: string }

/** Result of a download. `never`: a retry would fail as well. `later`: a retry may succeed. */
export type MediaDownloadResult =
  | { kind: 'stored'; size: number; sha256: string; mimeType: string | null }
  | { kind: 'never'; reason: 'too-large' | 'altered' | 'foreign' | 'gone' | 'no-picture' }
  | { kind: 'later' }

/** Health of a WhatsApp number. Fields that Meta does not report are absent. */
export interface NumberHealth {
  quality: string | null
  /** Maximum number of new conversations per day, as a number or the name of one of Meta's tiers. */
  messagingLimit?: string
  canSend?: 'AVAILABLE' | 'LIMITED' | 'BLOCKED'
  errors: readonly { code: number | null; text: string }[]
}

/** Client of Meta's WhatsApp Cloud API. */
export interface WhatsAppApi {
  send(account: WhatsAppAccount, message: OutgoingMessage): Promise<SendOutcome>
  /** Marks a lead's message as read. With `typing`, also shows the lead a typing indicator for at most 25 s. */
  markRead(account: WhatsAppAccount, channelId: string, typing: boolean): Promise<MetaQueryResult<null>>
  fetchNumberInfo(account: WhatsAppAccount): Promise<MetaQueryResult<NumberInfo>>
  fetchHealth(account: WhatsAppAccount): Promise<MetaQueryResult<NumberHealth>>
  /** Fetches the expiry of the account's access token. `expiresAt` is null if the token does not expire. */
  fetchTokenExpiry(account: WhatsAppAccount): Promise<MetaQueryResult<{ expiresAt: Date | null }>>
  /**
   * Subscribes to the account's webhooks. With `webhook`, Meta sends them to `webhook.url`, after verifying that URL with `verifyToken`.
   * Without, Meta sends them to the URL configured for the Meta app.
   */
  subscribeToWebhooks(account: WhatsAppAccount, webhook?: { url: string; verifyToken: string }): Promise<MetaQueryResult<null>>
  /** Registers a WhatsApp number for sending. `pin`: PIN of two-step verification; becomes the PIN if the number has none. */
  registerNumber(account: WhatsAppAccount, pin: string): Promise<MetaQueryResult<null>>
  /** Exchanges an authorization code of Meta's sign-up page for an access token. A code is valid for 30 s and for one redirect URI. */
  exchangeCode(app: MetaApp, code: string, redirectUri: string): Promise<MetaQueryResult<string>>
  /** Fetches the ids of the WhatsApp Business accounts that an access token can access. */
  listAccountIds(app: MetaApp, token: string): Promise<MetaQueryResult<readonly string[]>>
  listNumbers(account: Pick<WhatsAppAccount, 'wabaId' | 'token'>): Promise<MetaQueryResult<readonly OnboardedNumber[]>>
  /** Fetches the access token that a business granted to the Meta app. `systemToken`: the platform's own access token. */
  fetchBusinessToken(app: MetaApp, systemToken: string, businessId: string): Promise<MetaQueryResult<string>>
  /** Fetches all templates of an account, in any review state. */
  listTemplates(account: WhatsAppAccount): Promise<MetaQueryResult<readonly ProviderTemplate[]>>
  /** Submits a new template for review. If the response was lost, a repeated request may fail because the name is already used. */
  createTemplate(
    account: WhatsAppAccount,
    template: SubmittedTemplateContent & Pick<ProviderTemplate, 'name' | 'language'>,
  ): Promise<MetaQueryResult<Pick<ProviderTemplate, 'id' | 'status' | 'category'>>>
  /** Submits a changed template to Meta for review. */
  updateTemplate(account: WhatsAppAccount, id: string, template: SubmittedTemplateContent): Promise<MetaQueryResult<null>>
  deleteTemplate(account: WhatsAppAccount, template: Pick<ProviderTemplate, 'id' | 'name'>): Promise<MetaQueryResult<null>>
  /** Starts the upload of an example file for a template's header. @returns Meta's id of the upload */
  startExampleUpload(account: WhatsAppAccount, example: HeaderExample): Promise<MetaQueryResult<string>>
  /** Fetches how many bytes of an upload Meta has received. */
  fetchExampleUploadOffset(account: WhatsAppAccount, uploadId: string): Promise<MetaQueryResult<number>>
  /** Uploads an example file from the byte `offset` to its end. @returns Meta's handle of the file, for use in a template */
  uploadExample(
    account: WhatsAppAccount,
    uploadId: string,
    remainder: { bytes: Blob; offset: number },
  ): Promise<MetaQueryResult<string>>
  /**
   * Fetches one page of the message history that Meta stores for a number. `after`: cursor of the previous page; null for the first page.
   */
  listHistory(
    account: WhatsAppAccount,
    after: string | null,
  ): Promise<MetaQueryResult<{ entries: readonly HistoryEntry[]; after: string | null }>>
  /** Fetches the account's costs of whole days. */
  fetchBill(account: WhatsAppAccount, from: Date, to: Date): Promise<MetaQueryResult<AccountBill>>
  /**
   * Requests contacts (`smb_app_state_sync`) or history from the phone of a WhatsApp number. They arrive by webhook.
   * @returns Meta's id of the request
   */
  requestPhoneSync(account: WhatsAppAccount, syncType: 'smb_app_state_sync' | 'history'): Promise<MetaQueryResult<string>>
  /** Uploads a file to Meta, which stores it for 30 days. A repeated upload creates a harmless copy. @returns Meta's id of the file */
  uploadMedia(account: WhatsAppAccount, file: MediaUpload): Promise<MetaQueryResult<string>>
  /** Downloads a public image from Meta's hosts, without an access token. */
  fetchImage(download: ImageDownload): Promise<MediaDownloadResult>
  fetchMedia(account: WhatsAppAccount, download: MediaDownload): Promise<MediaDownloadResult>
}
