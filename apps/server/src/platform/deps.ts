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
   * Sends password reset links in one mail: a link for each organisation that has a user with this address. `minutes`: validity of the
   * links. @throws if the mail server does not accept the mail
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
   * Notifies a user by mail that someone entered their password but failed the second step. `from`: the device and IP address of that
   * person.
   * @throws if the mail server does not accept the mail
   */
  sendFailedSecondStep(mail: { to: string; name: string; origin: string; occurredAt: Date; settingsUrl: string }): Promise<void>
  /** Notifies a user by mail that a WhatsApp number does not work. @throws if the mail server does not accept the mail */
  sendNumberProblem(mail: { to: string; name: string; number: string; problem: string; settingsUrl: string }): Promise<void>
}

export interface CalendarEventInput {
  /** Our id of the meeting, which is also the event's id at the provider. Thus a repeated request does not create a second event. */
  id: string
  title: string
  description: string | null
  start: Date
  end: Date
  attendees: readonly string[]
}

/** Error: the user has revoked the authorization at the calendar provider. */
export class CalendarAccessRevokedError extends Error {}

/**
 * Error: the calendar provider rejected a request, which therefore had no effect. After any other error, the request may have had an
 * effect.
 */
export class CalendarRequestRejectedError extends Error {}

/** Client of a calendar provider that uses OAuth. Null in `Deps` if none is configured. */
export interface CalendarProvider {
  buildAuthUrl(flow: { state: string; challenge: string }): string
  /** Exchanges an OAuth authorization code for a refresh token. @throws if the provider does not accept the code with this PKCE verifier */
  exchangeCode(code: string, verifier: string): Promise<{ email: string | null; refreshToken: string }>
  /**
   * Creates an event. Repeating the request with the same id creates no second event. @throws CalendarAccessRevokedError,
   * CalendarRequestRejectedError
   */
  createEvent(refreshToken: string, event: CalendarEventInput): Promise<{ id: string; htmlLink: string }>
  /**
   * Changes the time of an event. Does nothing if the event no longer exists. @throws CalendarAccessRevokedError,
   * CalendarRequestRejectedError
   */
  moveEvent(refreshToken: string, id: string, times: { start: Date; end: Date }): Promise<void>
  /**
   * Removes an event. Does nothing if the event no longer exists. `guests`: whether the provider notifies the guests. @throws
   * CalendarAccessRevokedError, CalendarRequestRejectedError
   */
  removeEvent(refreshToken: string, id: string, notify: { guests: boolean }): Promise<void>
  revoke(refreshToken: string): Promise<void>
}

export interface Clock {
  now(): Date
}

/** Services that the server's features use. serve.ts creates the real services, testing/ creates those for tests. */
export interface Deps {
  config: Config
  log: FastifyBaseLogger
  db: Database
  bus: EventBus
  jobs: JobRunner
  cluster: Cluster
  /** Null if no token for /metrics is configured. */
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
  /** Downloads from URLs that users enter. */
  webFetcher: WebFetcher
  /** Storage for the bytes of files. */
  fileStore: FileStore
  /** Null if no virus scanner is configured. */
  virusScanner: VirusScanner | null
}
