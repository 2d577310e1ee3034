import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openFileStore } from './adapters/files/open-store.ts'
import { createPublicWebClient } from './adapters/web/fetch-public.ts'
import { createWhatsAppApi } from './adapters/whatsapp/client.ts'
import { buildApp } from './app.ts'
import { refuseExampleNumberCalls } from './demo/example-number.ts'
import { assertNoKnownPasswords } from './demo/known-passwords.ts'
import { startScriptedLeads } from './demo/scripted-leads/start-scripted-leads.ts'
import { seedDemo } from './demo/seeding/seed-demo.ts'
import { getSetupUrl } from './features/onboarding/first-organisation.ts'
import { openDatabase } from './open-database.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-error.ts'
import { createDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { ownsTables } from './platform/database/owns-tables.ts'
import type { Deps } from './platform/deps.ts'
import { createEventBus } from './platform/events/event-bus.ts'
import { startJobRunner } from './platform/jobs/job-runner.ts'
import { createLogger } from './platform/logging/logger.ts'
import { createSingleProcessCluster } from './platform/processes/cluster.ts'
import { shutDown } from './platform/processes/shut-down.ts'
import { formatWelcomeText } from './welcome-text.ts'

const resolveFolder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const PAGE_FOLDERS = { panel: resolveFolder('../../panel/dist'), webchat: resolveFolder('../../webchat/dist') }
/** Milliseconds after which a hanging shutdown is aborted, counted from the end of the drain period. */
const SHUTDOWN_TIMEOUT_MS = 8_000

async function main(): Promise<void> {
  // Files that the process writes (leads' files, the secret, the embedded database) are accessible to this user only.
  process.umask(0o077)
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel)
  const driver = await openDatabase(config, (error) => log.warn({ err: error }, 'a database connection was lost'))
  await migrate(driver)
  if ('pool' in driver && (await ownsTables(driver))) log.warn('the role of DATABASE_URL owns the tables: see DATABASE_OWNER_URL')
  const bus = createEventBus((error, name) => log.error({ err: error, event: name }, 'a listener failed'))
  const jobs = await startJobRunner(driver, {
    onQueueError: (error) => log.error({ err: error }, 'the job queue failed'),
    onJobError: (error, job) => log.error({ err: error, job }, 'a job failed'),
  })
  const publicOrigin = config.publicUrl ?? `http://localhost:${config.port}`
  const deps: Deps = {
    config,
    log,
    bus,
    jobs,
    cluster: config.redisUrl
      ? await (await import('./adapters/redis/cluster.ts')).connectCluster({ url: config.redisUrl, bus, log })
      : createSingleProcessCluster(),
    metrics: config.metricsToken ? (await import('./adapters/metrics/prometheus.ts')).createMetrics() : null,
    db: createDatabase(driver, bus),
    clock: { now: () => new Date() },
    mailer: config.smtpUrl ? (await import('./adapters/mail/smtp.ts')).createMailer(config.smtpUrl, config.mailFrom) : null,
    calendar: config.google
      ? (await import('./adapters/calendar/google.ts')).createGoogleCalendar(config.google, publicOrigin)
      : null,
    llm: config.llm ? (await import('./adapters/llm/openai-compatible.ts')).createLanguageModel(config.llm) : null,
    transcriber: config.transcription
      ? (await import('./adapters/transcribe/openai-compatible.ts')).createTranscriber(config.transcription)
      : null,
    publicOrigin,
    whatsapp: config.isDemo
      ? refuseExampleNumberCalls(createWhatsAppApi(config.whatsapp.apiUrl))
      : createWhatsAppApi(config.whatsapp.apiUrl),
    fileStore: await openFileStore(config),
    virusScanner: config.clamavUrl ? (await import('./adapters/clamav/clamd.ts')).createVirusScanner(config.clamavUrl) : null,
    webFetcher: createPublicWebClient(),
  }
  await assertNoKnownPasswords(deps)
  const demo = config.isDemo ? await seedDemo(deps) : null
  const app = await buildApp(deps, PAGE_FOLDERS)
  const origin = await listen(app.http, config)
  const stopScriptedLeads =
    demo && config.hasScriptedLeads ? startScriptedLeads(deps, app.modules.conversations.receiveMessage) : () => {}
  process.stdout.write(formatWelcomeText({ origin, demo, setup: await getSetupUrl(deps, origin) }))

  let isClosing = false
  const close = async (signal: string) => {
    if (isClosing) return
    isClosing = true
    log.info({ signal }, 'closing')
    setTimeout(() => process.exit(1), config.drainSeconds * 1_000 + SHUTDOWN_TIMEOUT_MS).unref()
    stopScriptedLeads()
    app.startDraining()
    await wait(config.drainSeconds * 1_000)
    await shutDown(app.http, deps)
    process.exit(0)
  }
  process.on('SIGINT', () => void close('SIGINT'))
  process.on('SIGTERM', () => void close('SIGTERM'))
}

async function listen(
  http: { listen(address: { port: number; host: string }): Promise<string> },
  { port, host, publicUrl }: Config,
): Promise<string> {
  try {
    const address = await http.listen({ port, host })
    return publicUrl ?? address.replace('127.0.0.1', 'localhost')
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new ConfigError(`A porta ${port} já está em uso. Escolha outra com PORT.`)
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof ConfigError ? error.message : ((error as Error).stack ?? String(error))}\n`)
  process.exit(1)
})
