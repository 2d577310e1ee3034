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

/** Sends mail. Null in `Deps` if no mail server is configured. */
export interface Mailer {
  /** Sends an invitation link. @throws if the mail server does not accept the mail */
  sendInvitation(mail: { to: string; tenantName: string; link: string; expiresAt: Date }): Promise<void>
  /** Sends password reset links, one for each organisation with this address. @throws if the mail server does not accept the mail */
  sendResetLinks(mail: { to: string; links: readonly { tenantName: string; link: string }[]; minutes: number }): Promise<void>
  /** Reports a sign-in from a new device. @throws if the mail server does not accept the mail */
  sendNewAccess(mail: {
    to: string
    name: string
    device: string
    ip: string | null
    at: Date
    /** URL of the page on which users end sessions and change their password. */
    settings: string
  }): Promise<void>
  /**
   * Reports that somebody had the password but failed the second step. `from`: their device and IP address. @throws if the mail server does
   * not accept the mail
   */
  sendRefusedStep(mail: { to: string; name: string; from: string; at: Date; settings: string }): Promise<void>
  /** Reports a WhatsApp number that does not work. @throws if the mail server does not accept the mail */
  sendNumberProblem(mail: { to: string; name: string; number: string; problem: string; settings: string }): Promise<void>
}

export interface CalendarEventInput {
  /** Our id, and the event's id at the provider, so that a repeated request creates only one event. */
  id: string
  title: string
  description: string | null
  start: Date
  end: Date
  attendees: readonly string[]
}

/** Thrown if the user has revoked the authorization at the provider. */
export class CalendarAccessRevokedError extends Error {}

/** Thrown if the provider rejected a request, which had no effect. After any other error the effect is unknown. */
export class CalendarRequestRejectedError extends Error {}

/** A calendar provider with OAuth. Null in `Deps` if none is configured. */
export interface CalendarProvider {
  authUrl(flow: { state: string; challenge: string }): string
  /** Exchanges an authorization code for a refresh token. @throws if the provider does not accept the code with this verifier */
  exchange(code: string, verifier: string): Promise<{ email: string | null; refreshToken: string }>
  /** Creates an event; a repeated call with the same id creates only one. @throws CalendarAccessRevokedError, CalendarRequestRejectedError */
  createEvent(refreshToken: string, event: CalendarEventInput): Promise<{ id: string; htmlLink: string }>
  /** Moves an event; does nothing if it no longer exists. @throws CalendarAccessRevokedError, CalendarRequestRejectedError */
  moveEvent(refreshToken: string, id: string, to: { start: Date; end: Date }): Promise<void>
  /** Removes an event; does nothing if it no longer exists. @throws CalendarAccessRevokedError, CalendarRequestRejectedError */
  removeEvent(refreshToken: string, id: string, tell: { guests: boolean }): Promise<void>
  revoke(refreshToken: string): Promise<void>
}

export interface Clock {
  now(): Date
}

/** Services that the server uses; serve.ts creates the real ones, testing/ those of tests. */
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
  mail: Mailer | null
  calendar: CalendarProvider | null
  llm: LanguageModelPort | null
  /** Null if none is configured. */
  transcriber: Transcriber | null
  /** Public origin of the panel, for links in mails; never taken from a request. */
  publicOrigin: string
  whatsapp: WhatsAppApi
  /** Fetches URLs that users enter. */
  web: WebFetcher
  /** Store of the bytes of files. */
  files: FileStore
  /** Null if none is configured. */
  scanner: VirusScanner | null
}
