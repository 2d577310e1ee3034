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
  /** More specific error code, and a text for users. Meta sends both for templates. */
  subcode?: number
  userMessage?: string
}

/** Result: Meta could not be reached, so the request had no effect. */
interface Unreachable {
  kind: 'unreachable'
}

/**
 * Result of sending a message. `unknown`: the request was sent, but no response arrived. The message may have been delivered, and Meta's
 * API has no idempotency key, so the message must not be sent again automatically.
 */
export type SendOutcome = { kind: 'accepted'; channelId: string } | MetaRejection | Unreachable | { kind: 'unknown' }

/** Result of a request that may be repeated. */
export type MetaQueryResult<T> = { kind: 'answered'; value: T } | MetaRejection | Unreachable

export interface OutgoingTemplate {
  name: string
  language: string
  /** Category at Meta; null if Meta does not report one. */
  category: string | null
  /** Values of the template's parameters; each has a name if the template uses named parameters. */
  header: readonly { name: string | null; value: string }[]
  body: readonly { name: string | null; value: string }[]
  /** Values of button parameters, by the button's index; undefined if no button has a parameter. */
  buttons?: readonly { index: number; kind: 'url' | 'copy_code'; value: string }[] | undefined
}

/** A file that was already uploaded to Meta. */
export interface OutgoingMedia {
  mediaType: SentMediaType
  /** Meta's id of the file. */
  id: string
  caption: string
  filename: string | null
}

/** A location, a contact card, or a list of choices for the lead. */
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
    /** A template, and the file or location for its header, if the header has one. */
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
  /** Status as Meta sends it. */
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
  /** Whether the template uses named parameters. */
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

/** The server's Meta app, for requests that are not made on behalf of a WhatsApp account. */
export interface MetaApp {
  appId: string
  appSecret: string
}

/** A WhatsApp number of an account, and when it was linked; `onboardedAt` is null if Meta does not report the time. */
export interface OnboardedNumber extends NumberInfo {
  phoneNumberId: string
  onboardedAt: Date | null
}

/** A message in the history that Meta stores. */
export interface HistoryEntry {
  /** Meta's id of the message. */
  id: string
  /** Time of the message: the earliest time that Meta reports; null if there is none. */
  sentAt: Date | null
}

/** Cost of a WhatsApp Business account in a period, as Meta reports it. */
export interface BilledPeriod {
  from: Date
  to: Date
  /** Amount in the account's currency; approximate according to Meta. */
  cost: number
}

/** Daily costs of a WhatsApp Business account. `currency` is null if Meta does not report it. */
export interface AccountBill {
  currency: string | null
  periods: readonly BilledPeriod[]
}

/** A file to download from Meta, with its expected content. */
export interface MediaDownload {
  providerId: string
  /** Short-lived URL of the file from the webhook. */
  url?: string | undefined
  /** Expected SHA-256 from the webhook, in hex or base64; null if unknown. */
  sha256: string | null
  maxBytes: number
  /** Consumes and stores the bytes, completely or not at all. @throws if reading the bytes fails */
  store(bytes: AsyncIterable<Uint8Array>): Promise<void>
}

/** A public image to download. */
export type ImageDownload = Pick<MediaDownload, 'maxBytes' | 'store'> & { url: string }

/**
 * Result of a download. `never`: the file is too large, altered, deleted, not an image, or its URL is not on Meta's hosts. `later`: a retry
 * may succeed.
 */
export type MediaDownloadResult =
  | { kind: 'stored'; size: number; sha256: string; mimeType: string | null }
  | { kind: 'never'; reason: 'too-large' | 'altered' | 'foreign' | 'gone' | 'no-picture' }
  | { kind: 'later' }

/** Health of a WhatsApp number. Fields that Meta does not report are absent. */
export interface NumberHealth {
  quality: string | null
  /** Limit of new conversations per day, as a number or the name of a tier. */
  messagingLimit?: string
  canSend?: 'AVAILABLE' | 'LIMITED' | 'BLOCKED'
  errors: readonly { code: number | null; text: string }[]
}

/** Client of Meta's WhatsApp Cloud API. */
export interface WhatsAppApi {
  send(account: WhatsAppAccount, message: OutgoingMessage): Promise<SendOutcome>
  /** Marks a lead's message as read. If `typing`, also shows a typing indicator to the lead for at most 25 s. */
  markRead(account: WhatsAppAccount, channelId: string, typing: boolean): Promise<MetaQueryResult<null>>
  fetchNumberInfo(account: WhatsAppAccount): Promise<MetaQueryResult<NumberInfo>>
  fetchHealth(account: WhatsAppAccount): Promise<MetaQueryResult<NumberHealth>>
  /** Fetches the expiry of the account's access token. `until` is null if the token does not expire. */
  fetchTokenExpiry(account: WhatsAppAccount): Promise<MetaQueryResult<{ expiresAt: Date | null }>>
  /**
   * Subscribes to the account's webhooks. Without `to`, Meta sends them to the app's URL. With `to`, Meta sends them to `address` after
   * verifying that URL with the token `word`.
   */
  subscribeToWebhooks(account: WhatsAppAccount, webhook?: { url: string; verifyToken: string }): Promise<MetaQueryResult<null>>
  /** Registers a WhatsApp number for sending. `pin`: PIN of two-step verification; Meta sets it if the number has none. */
  registerNumber(account: WhatsAppAccount, pin: string): Promise<MetaQueryResult<null>>
  /**
   * Exchanges an authorization code of Meta's sign-up page for an access token. A code is valid for 30 s, and only with the same redirect
   * URI.
   */
  exchangeCode(app: MetaApp, code: string, redirectUri: string): Promise<MetaQueryResult<string>>
  /** Fetches the ids of the WhatsApp Business accounts to which an access token gives access. */
  listAccountIds(app: MetaApp, token: string): Promise<MetaQueryResult<readonly string[]>>
  /** Fetches the WhatsApp numbers of an account. */
  listNumbers(account: Pick<WhatsAppAccount, 'wabaId' | 'token'>): Promise<MetaQueryResult<readonly OnboardedNumber[]>>
  /** Fetches the access token that a business granted to the app. Authenticates with the platform's own token, `systemToken`. */
  fetchBusinessToken(app: MetaApp, systemToken: string, businessId: string): Promise<MetaQueryResult<string>>
  /** Fetches all templates of an account, in any review state. */
  listTemplates(account: WhatsAppAccount): Promise<MetaQueryResult<readonly ProviderTemplate[]>>
  /**
   * Submits a new template for review. If the response is lost, the template may exist; a second attempt then fails because the name is
   * taken.
   */
  createTemplate(
    account: WhatsAppAccount,
    template: SubmittedTemplateContent & Pick<ProviderTemplate, 'name' | 'language'>,
  ): Promise<MetaQueryResult<Pick<ProviderTemplate, 'id' | 'status' | 'category'>>>
  /** Submits a changed template for review. */
  updateTemplate(account: WhatsAppAccount, id: string, template: SubmittedTemplateContent): Promise<MetaQueryResult<null>>
  deleteTemplate(account: WhatsAppAccount, template: Pick<ProviderTemplate, 'id' | 'name'>): Promise<MetaQueryResult<null>>
  /** Starts the upload of an example file for a template's header. @returns Meta's id of the upload */
  startExampleUpload(account: WhatsAppAccount, example: HeaderExample): Promise<MetaQueryResult<string>>
  /** Fetches the number of bytes of an upload that Meta has received. */
  fetchExampleUploadOffset(account: WhatsAppAccount, uploadId: string): Promise<MetaQueryResult<number>>
  /** Uploads the rest of an example file, from the byte `offset`. @returns the handle by which a template refers to the file */
  uploadExample(
    account: WhatsAppAccount,
    uploadId: string,
    remainder: { bytes: Blob; offset: number },
  ): Promise<MetaQueryResult<string>>
  /**
   * Fetches one page of the message history that Meta stores for a WhatsApp number. `after`: cursor that the previous page returned, null
   * for the first page.
   */
  listHistory(
    account: WhatsAppAccount,
    after: string | null,
  ): Promise<MetaQueryResult<{ entries: readonly HistoryEntry[]; after: string | null }>>
  /** Fetches the account's costs as Meta reports them, for whole days. */
  fetchBill(account: WhatsAppAccount, from: Date, to: Date): Promise<MetaQueryResult<AccountBill>>
  /**
   * Requests contacts (`smb_app_state_sync`) or history from the phone of a WhatsApp number. The data arrive by webhook. @returns Meta's id
   * of the request
   */
  requestPhoneSync(account: WhatsAppAccount, syncType: 'smb_app_state_sync' | 'history'): Promise<MetaQueryResult<string>>
  /**
   * Uploads a file to Meta, which stores it for 30 days. A repeated upload creates a second, harmless copy. @returns Meta's id of the file
   */
  uploadMedia(account: WhatsAppAccount, file: MediaUpload): Promise<MetaQueryResult<string>>
  /** Downloads a public image from Meta's hosts. Does not send the access token. */
  fetchImage(download: ImageDownload): Promise<MediaDownloadResult>
  fetchMedia(account: WhatsAppAccount, download: MediaDownload): Promise<MediaDownloadResult>
}
