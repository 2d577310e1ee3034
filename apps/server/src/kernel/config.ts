import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CURRENCIES, type Currency } from '@prosa/contract/entities/cost'
import * as z from 'zod/mini'
import { ConfigError } from './config-error.ts'
import { type LlmSettings, listed, llmOf, requireModels, type TranscribeSettings, transcribeOf } from './model-settings.ts'
import { type S3Settings, s3Of } from './s3-settings.ts'
import { type WhatsappSettings, whatsappOf } from './whatsapp-settings.ts'

const flag = z.enum(['0', '1'])
const SECRET_MIN = 32
const ceiling = (usual: number) => z._default(z.coerce.number().check(z.int(), z.gte(1)), usual)

/** Every variable is listed in docs/operations.md. */
const environment = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(z.url()),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.url()),
  /** The same database for the owner of its tables, who migrates and runs the queues: the role of DATABASE_URL then owns nothing. */
  DATABASE_OWNER_URL: z.optional(z.url()),
  REDIS_URL: z.optional(z.url({ protocol: /^rediss?$/, error: 'deve começar com redis:// ou rediss://' })),
  DEMO: z.optional(flag),
  /** How much of a person's pauses an agent makes before it answers: 1 all of them, 0.1 a tenth. */
  AGENT_PACE: z._default(z.coerce.number().check(z.gt(0), z.lte(1)), 1),
  /** 0 keeps the demo's scripted leads silent. */
  DEMO_LIFE: z._default(flag, '1'),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(SECRET_MIN))),
  CORS_ORIGINS: z._default(z.string(), ''),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, 'deve começar com smtp:// ou smtps://'))),
  MAIL_FROM: z._default(z.string(), 'Prosa <nao-responda@localhost>'),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  /** These two only to point at a double. */
  GOOGLE_API_URL: z._default(z.url(), 'https://www.googleapis.com'),
  GOOGLE_OAUTH_URL: z.optional(z.url()),
  LLM_BASE_URL: z.optional(z.url()),
  LLM_API_KEY: z.optional(z.string()),
  LLM_MODEL: z.optional(z.string()),
  /** Names that an agent may choose besides LLM_MODEL, separated by commas. */
  LLM_MODELS: z._default(z.string(), ''),
  /** Price of a million tokens, for the cost kept with each message; an endpoint that tells its cost needs neither. */
  LLM_INPUT_PRICE: z.optional(z.coerce.number().check(z.gte(0))),
  /** Pictures for the model: 1 always, 0 never, auto until it refuses them. */
  LLM_VISION: z._default(z.enum(['auto', '0', '1']), 'auto'),
  LLM_OUTPUT_PRICE: z.optional(z.coerce.number().check(z.gte(0))),
  /** Of all prices that are given here. */
  LLM_PRICE_CURRENCY: z._default(z.enum(CURRENCIES), 'USD'),
  /** Speech to text at any endpoint compatible with OpenAI's; without it sounds stay sounds. */
  TRANSCRIBE_BASE_URL: z.optional(z.url()),
  TRANSCRIBE_MODEL: z.optional(z.string()),
  TRANSCRIBE_API_KEY: z.optional(z.string()),
  /** Price of a minute, for what is measured. */
  TRANSCRIBE_PRICE: z.optional(z.coerce.number().check(z.gte(0))),
  /** What agents may do in a day, counted by the organisation's clock: turns of either engine, and tokens of a model. */
  DAILY_TURNS_PER_LEAD: ceiling(200),
  DAILY_TURNS_PER_AGENT: ceiling(20_000),
  DAILY_TURNS_PER_TENANT: ceiling(50_000),
  DAILY_TOKENS_PER_LEAD: ceiling(500_000),
  DAILY_TOKENS_PER_AGENT: ceiling(10_000_000),
  DAILY_TOKENS_PER_TENANT: ceiling(20_000_000),
  WHATSAPP_API_URL: z._default(z.url(), 'https://graph.facebook.com/v26.0'),
  /** These two together open the webhook. */
  WHATSAPP_APP_SECRET: z.optional(z.string().check(z.minLength(16))),
  WHATSAPP_VERIFY_TOKEN: z.optional(z.string().check(z.minLength(8))),
  /** Meta's hosted page for linking, as its panel shows it; it names the app. */
  WHATSAPP_SIGNUP_URL: z.optional(z.url()),
  /** Of the platform's own system user: fetches the access to an account that only Meta announced. */
  WHATSAPP_SYSTEM_TOKEN: z.optional(z.string()),
  /** The secret before this one: what was sealed under it still opens. */
  SESSION_SECRET_PREVIOUS: z.optional(z.string().check(z.minLength(SECRET_MIN))),
  /** Opens /metrics to who brings it. */
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  /** Seconds between 'send me no more' (/readyz) and the end of listening: what a balancer needs to notice. */
  DRAIN_SECONDS: z._default(z.coerce.number().check(z.gte(0), z.lte(300)), 0),
  LOG_LEVEL: z.optional(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'])),
  /** Megabytes that the files of one organisation may take up. */
  STORAGE_QUOTA_MB: ceiling(10_240),
  /** A bucket for files, instead of DATA_DIR. */
  STORAGE_S3_ENDPOINT: z.optional(z.url({ protocol: /^https?$/ })),
  STORAGE_S3_REGION: z._default(z.string(), 'us-east-1'),
  STORAGE_S3_BUCKET: z.optional(z.string()),
  STORAGE_S3_KEY: z.optional(z.string()),
  STORAGE_S3_SECRET: z.optional(z.string()),
  /** ClamAV's daemon: nothing is served or sent before it has looked. */
  CLAMAV_URL: z.optional(z.url({ protocol: /^tcp$/ })),
  /** Strangers of one address that may become leads of one agent in a minute; who comes after them waits. */
  NEW_LEADS_PER_ADDRESS: z._default(z.coerce.number().check(z.int(), z.gte(1)), 5),
  /** Calls without a session that one address may make in ten seconds, on each process. */
  ANONYMOUS_CALLS_PER_ADDRESS: z._default(z.coerce.number().check(z.int(), z.gte(1)), 300),
  /** Proxies whose X-Forwarded-For is believed: a count, or nothing. */
  TRUST_PROXY: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
})

/** Turns and tokens of one organisation's day. */
export interface DailyCeiling {
  turns: number
  tokens: number
}

export interface Config {
  port: number
  host: string
  /** Origin that people open, without a slash at the end; null until the port is known. */
  publicUrl: string | null
  dataDir: string
  databaseUrl: string | null
  /** Null: the role of `databaseUrl` owns the tables. */
  databaseOwnerUrl: string | null
  /** Between several processes on one database; null for one alone. */
  redisUrl: string | null
  demo: boolean
  /** Whether accounts whose password everybody can read may be signed in to: on this machine alone, or where DEMO=1 asks for it. */
  knownPasswords: 'allowed' | 'refused'
  demoLife: boolean
  agentPace: number
  sessionSecret: Uint8Array
  previousSecret: Uint8Array | null
  corsOrigins: readonly string[]
  smtpUrl: string | null
  mailFrom: string
  google: { clientId: string; clientSecret: string; apiUrl: string; oauthUrl: string | null } | null
  llm: LlmSettings | null
  transcribe: TranscribeSettings | null
  /** Of the prices of models and of speech to text, and of what an endpoint tells of its cost. */
  priceCurrency: Currency
  ceilings: Readonly<Record<'lead' | 'agent' | 'tenant', DailyCeiling>>
  whatsapp: WhatsappSettings
  metricsToken: string | null
  drainSeconds: number
  logLevel: string
  newLeadsPerAddress: number
  /** Calls without a session that one address may make in ten seconds. */
  anonymousCallsPerAddress: number
  /** Megabytes that the files of one organisation may take up. */
  storageQuotaMb: number
  /** Null: files lie in `dataDir`. */
  s3: S3Settings | null
  clamavUrl: string | null
  trustProxy: number
}

/** Reads the environment. @throws ConfigError with the name of the setting that is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Configuração inválida:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  const dataDir = resolve(e.DATA_DIR)
  const demo = (e.DEMO ?? (e.DATABASE_URL ? '0' : '1')) === '1'
  const knownPasswords = e.DEMO === '1' || opensTo(e) === null ? 'allowed' : 'refused'
  requireWhatGoesTogether(e)
  if (demo && knownPasswords === 'refused')
    throw new ConfigError(
      `A demonstração tem senhas que todos conhecem, e ${opensTo(e)} a abre a outras máquinas. Para uso de verdade, defina DATABASE_URL, PUBLIC_URL e SESSION_SECRET (ou DEMO=0, com o banco embutido); para abrir a demonstração assim mesmo, DEMO=1.`,
    )
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL ? e.PUBLIC_URL.replace(/\/$/, '') : null,
    dataDir,
    databaseUrl: e.DATABASE_URL ?? null,
    databaseOwnerUrl: e.DATABASE_OWNER_URL ?? null,
    redisUrl: e.REDIS_URL ?? null,
    demo,
    knownPasswords,
    demoLife: e.DEMO_LIFE === '1',
    agentPace: e.AGENT_PACE,
    sessionSecret: new TextEncoder().encode(e.SESSION_SECRET ?? keptSecret(dataDir)),
    previousSecret: e.SESSION_SECRET_PREVIOUS ? new TextEncoder().encode(e.SESSION_SECRET_PREVIOUS) : null,
    corsOrigins: listed(e.CORS_ORIGINS),
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    google:
      e.GOOGLE_CLIENT_ID && e.GOOGLE_CLIENT_SECRET
        ? {
            clientId: e.GOOGLE_CLIENT_ID,
            clientSecret: e.GOOGLE_CLIENT_SECRET,
            apiUrl: e.GOOGLE_API_URL,
            oauthUrl: e.GOOGLE_OAUTH_URL ?? null,
          }
        : null,
    llm: llmOf(e),
    transcribe: transcribeOf(e),
    priceCurrency: e.LLM_PRICE_CURRENCY,
    ceilings: {
      lead: { turns: e.DAILY_TURNS_PER_LEAD, tokens: e.DAILY_TOKENS_PER_LEAD },
      agent: { turns: e.DAILY_TURNS_PER_AGENT, tokens: e.DAILY_TOKENS_PER_AGENT },
      tenant: { turns: e.DAILY_TURNS_PER_TENANT, tokens: e.DAILY_TOKENS_PER_TENANT },
    },
    whatsapp: whatsappOf(e),
    metricsToken: e.METRICS_TOKEN ?? null,
    drainSeconds: e.DRAIN_SECONDS,
    // At a terminal the welcome is what counts; a server's log is read by machines.
    logLevel: e.LOG_LEVEL ?? (e.DATABASE_URL ? 'info' : 'warn'),
    newLeadsPerAddress: e.NEW_LEADS_PER_ADDRESS,
    anonymousCallsPerAddress: e.ANONYMOUS_CALLS_PER_ADDRESS,
    storageQuotaMb: e.STORAGE_QUOTA_MB,
    s3: s3Of(e),
    clamavUrl: e.CLAMAV_URL ?? null,
    trustProxy: e.TRUST_PROXY,
  }
}

/** @throws ConfigError for a setting that is worth nothing, or dangerous, without another or by itself */
function requireWhatGoesTogether(e: z.output<typeof environment>): void {
  if (e.REDIS_URL && !e.DATABASE_URL)
    throw new ConfigError('REDIS_URL é para vários processos, e o banco embutido só tem um: defina também DATABASE_URL.')
  if (e.DATABASE_OWNER_URL && !e.DATABASE_URL)
    throw new ConfigError('DATABASE_OWNER_URL é de quem é dono do banco de DATABASE_URL: defina também DATABASE_URL.')
  requireModels(e)
  if (e.DATABASE_URL && !e.SESSION_SECRET)
    throw new ConfigError('SESSION_SECRET é obrigatório quando DATABASE_URL está definido (32 caracteres ou mais).')
  if (e.DATABASE_URL && !e.PUBLIC_URL)
    throw new ConfigError(
      'PUBLIC_URL é obrigatório quando DATABASE_URL está definido: o endereço que as pessoas abrem, como https://prosa.exemplo.com. Sem ele, os cookies não seriam Secure e os links dos convites apontariam para esta máquina.',
    )
  if (e.DATABASE_URL && e.PUBLIC_URL && isPlainHttp(e.PUBLIC_URL))
    throw new ConfigError(
      `PUBLIC_URL=${e.PUBLIC_URL} não é HTTPS: senhas e sessões passariam abertas pela rede. Use o endereço https:// que as pessoas abrem.`,
    )
  if (!isLoopback(e.HOST) && !e.PUBLIC_URL)
    throw new ConfigError(
      `HOST=${e.HOST} abre o servidor a outras máquinas, e falta PUBLIC_URL: o endereço que as pessoas abrem, como https://prosa.exemplo.com. Sem ele, os cookies não seriam Secure e os links apontariam para esta máquina.`,
    )
  if (e.SESSION_SECRET && isGuessable(e.SESSION_SECRET))
    throw new ConfigError(
      'SESSION_SECRET é fácil de adivinhar: repete poucos caracteres, ou um mesmo trecho. Use um valor aleatório, como o de "openssl rand -base64 48".',
    )
}

const isPlainHttp = (url: string): boolean => new URL(url).protocol === 'http:' && !isLoopback(new URL(url).hostname)

const FEWEST_CHARACTERS = 8

/** Whether a secret has few different characters, or repeats a text of at most half its length. */
function isGuessable(secret: string): boolean {
  if (new Set(secret).size < FEWEST_CHARACTERS) return true
  for (let period = 1; period <= secret.length / 2; period++) if (secret.startsWith(secret.slice(period))) return true
  return false
}

/** The setting by which other machines reach the server; null where none does. */
function opensTo({ HOST, PUBLIC_URL }: { HOST: string; PUBLIC_URL?: string | undefined }): string | null {
  if (!isLoopback(HOST)) return `HOST=${HOST}`
  return PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname) ? `PUBLIC_URL=${PUBLIC_URL}` : null
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)

/** A secret of this data directory's own; moved to its place whole, so that a crash leaves none or a good one. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (!existsSync(file)) {
      const fresh = `${file}.${process.pid}`
      writeFileSync(fresh, randomBytes(48).toString('base64url'), { mode: 0o600 })
      renameSync(fresh, file)
    }
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length >= SECRET_MIN) return secret
  } catch (error) {
    throw new ConfigError(
      `A pasta de dados ${dataDir} não pode ser usada (${(error as { code?: string }).code}). Escolha outra com DATA_DIR.`,
    )
  }
  throw new ConfigError(`O segredo da sessão em ${file} está incompleto. Apague o arquivo: todos entrarão de novo.`)
}
