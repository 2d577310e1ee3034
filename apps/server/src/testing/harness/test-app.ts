import { randomBytes } from 'node:crypto'
import { createGoogleCalendar } from '../../adapters/calendar/google.ts'
import { openFileStore } from '../../adapters/files/open-store.ts'
import { createMailer } from '../../adapters/mail/smtp.ts'
import { createPublicWebClient } from '../../adapters/web/fetch-public.ts'
import { createWhatsAppApi } from '../../adapters/whatsapp/client.ts'
import { type App, buildApp } from '../../app.ts'
import { readConfig } from '../../platform/config/config.ts'
import { createDatabase } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { createEventBus, type EventBus } from '../../platform/events/event-bus.ts'
import { startJobRunner } from '../../platform/jobs/job-runner.ts'
import { createLogger } from '../../platform/logging/logger.ts'
import { type Cluster, createSingleProcessCluster } from '../../platform/processes/cluster.ts'
import { type Client, createClient } from './client.ts'
import { openTestDatabase } from './database/test-database.ts'
import { findAuditLeaks } from './recorded-secrets.ts'
import { findUnlistedErrorResponses } from './unlisted-error-responses.ts'

export interface TestApp {
  app: App
  deps: Deps
  /**
   * Listens on a free local port.
   * @returns the origin
   */
  listen(): Promise<string>
  /** Creates a client with its own cookies, signed in if a phone number is given. */
  client(phone?: string): Promise<Client>
  /** Returns the log so far. */
  logged(): string
  /** Moves the server's clock forward. */
  advance(ms: number): void
  close(): Promise<void>
}

export const TEST_PASSWORD = 'Senha@123'

/** For tests that wait for several answers in sequence: the default pace delays each answer, so that a user can act first. */
export const QUICK_AGENT_ENV = { AGENT_PACE: '0.1' }

/** All test leads and all calls without a session come from one IP address, so its limits are raised. */
const RAISED_ADDRESS_LIMITS = { NEW_LEADS_PER_ADDRESS: '1000', ANONYMOUS_CALLS_PER_ADDRESS: '100000' }

/** Resources that a process shares with others. */
export interface SharedResources {
  database: Awaited<ReturnType<typeof openTestDatabase>>
  cluster(bus: EventBus): Promise<Cluster>
}

/**
 * Starts the server without its pages, on its own database unless it is `joined` to other processes. At close, the test file fails if
 * background work failed or an audit entry contains a secret (TRUST-18).
 */
export async function startTestApp(env: Record<string, string> = {}, joined?: SharedResources): Promise<TestApp> {
  const { driver, drop } = joined?.database ?? (await openTestDatabase())
  const failures: unknown[] = []
  const said: string[] = []
  let skew = 0
  const config = readConfig({
    SESSION_SECRET: randomBytes(32).toString('hex'),
    DEMO: '0',
    LOG_LEVEL: 'silent',
    ...RAISED_ADDRESS_LIMITS,
    ...env,
  })
  const bus = createEventBus((error) => failures.push(error))
  const deps: Deps = {
    config,
    log: createLogger('trace', { write: (line) => said.push(line) }),
    bus,
    jobs: await startJobRunner(driver, { onQueueError: (error) => failures.push(error), onJobError: () => {} }),
    cluster: joined ? await joined.cluster(bus) : createSingleProcessCluster(),
    metrics: config.metricsToken ? (await import('../../adapters/metrics/prometheus.ts')).createMetrics() : null,
    db: createDatabase(driver, bus),
    clock: { now: () => new Date(Date.now() + skew) },
    mailer: config.smtpUrl ? createMailer(config.smtpUrl, config.mailFrom) : null,
    calendar: config.google ? createGoogleCalendar(config.google, config.publicUrl ?? 'http://localhost:3000') : null,
    llm: config.llm ? (await import('../../adapters/llm/openai-compatible.ts')).createLanguageModel(config.llm) : null,
    transcriber: config.transcription
      ? (await import('../../adapters/transcribe/openai-compatible.ts')).createTranscriber(config.transcription)
      : null,
    publicOrigin: config.publicUrl ?? 'http://localhost:3000',
    whatsapp: createWhatsAppApi(config.whatsapp.apiUrl),
    fileStore: await openFileStore(config),
    virusScanner: config.clamavUrl ? (await import('../../adapters/clamav/clamd.ts')).createVirusScanner(config.clamavUrl) : null,
    webFetcher: createPublicWebClient(),
  }
  const app = await buildApp(deps, null)
  return {
    app,
    deps,
    listen: () => app.http.listen({ port: 0, host: '127.0.0.1' }),
    client: async (phone) => {
      const client = createClient(app.http)
      if (phone) await client.signIn(phone, TEST_PASSWORD)
      return client
    },
    logged: () => said.join(''),
    advance: (ms) => {
      skew += ms
    },
    close: async () => {
      await app.http.close()
      await deps.jobs.stop()
      await deps.cluster.close()
      const leaks = await findAuditLeaks(app.http, deps.db)
      await deps.db.close()
      // Copies the failures first: dropping the database interrupts connections that are still closing, which is no failure.
      const failed = [...failures]
      await drop()
      if (failed.length > 0) throw new AggregateError(failed, 'Background work failed')
      if (leaks.length > 0) throw new Error(`The audit holds a secret or what was said: ${leaks.join(', ')} (TRUST-18)`)
      const unlisted = findUnlistedErrorResponses(said)
      if (unlisted.length > 0) throw new Error(`http/calls/error-statuses.ts does not list: ${unlisted.join(', ')}`)
    },
  }
}
