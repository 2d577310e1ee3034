import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { EventBus } from './events/event-bus.ts'
import type { LanguageModelPort } from './external-services/language-model.ts'
import type { Transcriber } from './external-services/transcriber.ts'
import type { VirusScanner } from './external-services/virus-scanner.ts'
import type { WebFetcher } from './external-services/web-fetcher.ts'
import type { WhatsAppApi } from './external-services/whatsapp-api.ts'
import type { FileStore } from './files/file-store.ts'
import type { JobRunner } from './jobs/job-runner.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Cluster } from './processes/cluster.ts'

/** Sends e-mails. Null in `Deps` if no mail server is configured. */
export interface Mailer {
  /** Sends an invitation link. @throws if the mail server does not accept the mail */
  sendInvitation(mail: { to: string; tenantName: string; link: string; expiresAt: Date }): Promise<void>
  /**
   * Sends password reset links in one mail: a link for each organisation that has a user with this e-mail address. `minutes`: validity of
   * the links.
   * @throws if the mail server does not accept the mail
   */
  sendResetLinks(mail: { to: string; links: readonly { tenantName: string; link: string }[]; minutes: number }): Promise<void>
  /** Notifies a user by mail of a sign-in from a new device. @throws if the mail server does not accept the mail */
  sendNewDeviceSignIn(mail: {
    to: string
    name: string
    device: string
    ip: string | null
    occurredAt: Date
    /** URL of the settings page on which users end sessions and change their password. */
    settingsUrl: string
  }): Promise<void>
  /**
   * Notifies a user by mail that someone entered their password but failed the second step. `origin`: device and IP address of that
   * sign-in.
   * @throws if the mail server does not accept the mail
   */
  sendFailedSecondStep(mail: { to: string; name: string; origin: string; occurredAt: Date; settingsUrl: string }): Promise<void>
  /** Notifies a user by mail that a WhatsApp number does not work. @throws if the mail server does not accept the mail */
  sendNumberProblem(mail: { to: string; name: string; number: string; problem: string; settingsUrl: string }): Promise<void>
}

export interface CalendarEventInput {
  /** Our id of the meeting, also used as the event's id at the provider, so that a repeated request does not create a second event. */
  id: string
  title: string
  description: string | null
  start: Date
  end: Date
  attendees: readonly string[]
}

/** Error: the user has revoked our access to their calendar. */
export class CalendarAccessRevokedError extends Error {}

/** Error: the calendar provider rejected a request, so it had no effect. After any other error, the request may have taken effect. */
export class CalendarRequestRejectedError extends Error {}

/** Client of a calendar provider with OAuth. Null in `Deps` if none is configured. */
export interface CalendarProvider {
  buildAuthUrl(flow: { state: string; challenge: string }): string
  /** Exchanges an OAuth authorization code for a refresh token. @throws if the provider does not accept the code with this PKCE verifier */
  exchangeCode(code: string, verifier: string): Promise<{ email: string | null; refreshToken: string }>
  /**
   * Creates an event. A repeated request with the same id creates no second event.
   * @throws CalendarAccessRevokedError, CalendarRequestRejectedError
   */
  createEvent(refreshToken: string, event: CalendarEventInput): Promise<{ id: string; htmlLink: string }>
  /**
   * Changes the time of an event. Does nothing if the event no longer exists.
   * @throws CalendarAccessRevokedError, CalendarRequestRejectedError
   */
  moveEvent(refreshToken: string, id: string, times: { start: Date; end: Date }): Promise<void>
  /**
   * Removes an event. Does nothing if the event no longer exists. `guests`: whether the provider notifies the guests.
   * @throws CalendarAccessRevokedError, CalendarRequestRejectedError
   */
  removeEvent(refreshToken: string, id: string, notify: { guests: boolean }): Promise<void>
  revoke(refreshToken: string): Promise<void>
}

export interface Clock {
  now(): Date
}

/** Services that all features use. serve.ts creates the real services, testing/ creates replacements for tests. */
export interface Deps {
  config: Config
  log: FastifyBaseLogger
  db: Database
  bus: EventBus
  jobs: JobRunner
  cluster: Cluster
  /** Null if METRICS_TOKEN is not set. */
  metrics: Metrics | null
  clock: Clock
  mailer: Mailer | null
  calendar: CalendarProvider | null
  llm: LanguageModelPort | null
  /** Client of the speech-to-text service; null if none is configured. */
  transcriber: Transcriber | null
  /** Public origin of the panel, for links in mails. It is never derived from a request's Host header. */
  publicOrigin: string
  whatsapp: WhatsAppApi
  /** Downloads web pages and files from URLs that users enter. */
  webFetcher: WebFetcher
  fileStore: FileStore
  /** Null if no virus scanner is configured. */
  virusScanner: VirusScanner | null
}
