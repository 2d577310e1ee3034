import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CURRENCIES, type Currency } from '@prosa/contract/entities/reports/cost'
import * as z from 'zod/mini'
import { ConfigError } from './config-error.ts'
import {
  type LlmSettings,
  parseCommaList,
  readLlmSettings,
  readTranscribeSettings,
  requireModelSettings,
  type TranscribeSettings,
} from './model-settings.ts'
import { readS3Settings, type S3Settings } from './s3-settings.ts'
import { readWhatsappSettings, type WhatsappSettings } from './whatsapp-settings.ts'

const flag = z.enum(['0', '1'])
const SECRET_MIN_CHARS = 32
const positiveIntWithDefault = (defaultValue: number) => z._default(z.coerce.number().check(z.int(), z.gte(1)), defaultValue)

/** Schema of the environment variables. Each variable is documented in docs/operations.md. */
const environment = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(z.url()),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.url()),
  /**
   * URL of the same database for the role that owns the tables, which runs the migrations and the job queues. If set, the role of
   * DATABASE_URL must own no table.
   */
  DATABASE_OWNER_URL: z.optional(z.url()),
  REDIS_URL: z.optional(z.url({ protocol: /^rediss?$/, error: 'deve começar com redis:// ou rediss://' })),
  DEMO: z.optional(flag),
  /** Factor on an agent's pauses before an answer: 1 for pauses as long as a human's, 0.1 for a tenth of that. */
  AGENT_PACE: z._default(z.coerce.number().check(z.gt(0), z.lte(1)), 1),
  /** Whether the demo's simulated leads write messages. */
  DEMO_LIFE: z._default(flag, '1'),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(SECRET_MIN_CHARS))),
  CORS_ORIGINS: z._default(z.string(), ''),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, 'deve começar com smtp:// ou smtps://'))),
  MAIL_FROM: z._default(z.string(), 'Prosa <nao-responda@localhost>'),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  /** URL of Google's API; changed only in tests. */
  GOOGLE_API_URL: z._default(z.url(), 'https://www.googleapis.com'),
  /** URL of Google's OAuth endpoints; set only in tests. */
  GOOGLE_OAUTH_URL: z.optional(z.url()),
  LLM_BASE_URL: z.optional(z.url()),
  LLM_API_KEY: z.optional(z.string()),
  LLM_MODEL: z.optional(z.string()),
  /** Models that an agent may use besides LLM_MODEL, separated by commas. */
  LLM_MODELS: z._default(z.string(), ''),
  /** Price of a million input tokens. Not needed if the model's endpoint reports the cost of each request. */
  LLM_INPUT_PRICE: z.optional(z.coerce.number().check(z.gte(0))),
  /** Whether images are sent to the model: 1 always, 0 never, auto until the model rejects an image. */
  LLM_VISION: z._default(z.enum(['auto', '0', '1']), 'auto'),
  /** Price of a million output tokens. */
  LLM_OUTPUT_PRICE: z.optional(z.coerce.number().check(z.gte(0))),
  /** Currency of all prices in the environment variables. */
  LLM_PRICE_CURRENCY: z._default(z.enum(CURRENCIES), 'USD'),
  /** Base URL of a speech-to-text endpoint compatible with OpenAI's. If not set, audio is not transcribed. */
  TRANSCRIBE_BASE_URL: z.optional(z.url()),
  TRANSCRIBE_MODEL: z.optional(z.string()),
  TRANSCRIBE_API_KEY: z.optional(z.string()),
  /** Price of one transcribed minute, for the recorded cost. */
  TRANSCRIBE_PRICE: z.optional(z.coerce.number().check(z.gte(0))),
  /** Daily limits, in the organisation's time zone: numbers of agent replies (turns) and of model tokens. */
  DAILY_TURNS_PER_LEAD: positiveIntWithDefault(200),
  DAILY_TURNS_PER_AGENT: positiveIntWithDefault(20_000),
  DAILY_TURNS_PER_TENANT: positiveIntWithDefault(50_000),
  DAILY_TOKENS_PER_LEAD: positiveIntWithDefault(500_000),
  DAILY_TOKENS_PER_AGENT: positiveIntWithDefault(10_000_000),
  DAILY_TOKENS_PER_TENANT: positiveIntWithDefault(20_000_000),
  WHATSAPP_API_URL: z._default(z.url(), 'https://graph.facebook.com/v26.0'),
  /** Secret of the Meta app. The webhook is enabled only with this variable and WHATSAPP_VERIFY_TOKEN. */
  WHATSAPP_APP_SECRET: z.optional(z.string().check(z.minLength(16))),
  WHATSAPP_VERIFY_TOKEN: z.optional(z.string().check(z.minLength(8))),
  /** URL of Meta's hosted sign-up page, from Meta's developer panel. Contains the app's id. */
  WHATSAPP_SIGNUP_URL: z.optional(z.url()),
  /** Access token of the platform's system user at Meta. Gives access to WhatsApp accounts that are known only from Meta's webhook. */
  WHATSAPP_SYSTEM_TOKEN: z.optional(z.string()),
  /** Previous value of SESSION_SECRET, to decrypt data that was encrypted with it. */
  SESSION_SECRET_PREVIOUS: z.optional(z.string().check(z.minLength(SECRET_MIN_CHARS))),
  /** Bearer token that gives access to the metrics at /metrics. */
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  /** Seconds between the first 'not ready' response at /readyz and the shutdown. Load balancers stop sending requests in this time. */
  DRAIN_SECONDS: z._default(z.coerce.number().check(z.gte(0), z.lte(300)), 0),
  LOG_LEVEL: z.optional(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'])),
  /** Storage quota of one organisation's files, in megabytes. */
  STORAGE_QUOTA_MB: positiveIntWithDefault(10_240),
  /** URL of the S3 endpoint. With an S3 bucket, files are not stored in DATA_DIR. */
  STORAGE_S3_ENDPOINT: z.optional(z.url({ protocol: /^https?$/ })),
  STORAGE_S3_REGION: z._default(z.string(), 'us-east-1'),
  STORAGE_S3_BUCKET: z.optional(z.string()),
  STORAGE_S3_KEY: z.optional(z.string()),
  STORAGE_S3_SECRET: z.optional(z.string()),
  /** URL of ClamAV's daemon. If set, files are served or sent only after a virus scan. */
  CLAMAV_URL: z.optional(z.url({ protocol: /^tcp$/ })),
  /** Maximum number of web chat visitors from one IP address that become leads of one agent in a minute. Further visitors wait. */
  NEW_LEADS_PER_ADDRESS: z._default(z.coerce.number().check(z.int(), z.gte(1)), 5),
  /** Maximum number of requests without a session from one IP address in ten seconds. Each process counts separately. */
  ANONYMOUS_CALLS_PER_ADDRESS: z._default(z.coerce.number().check(z.int(), z.gte(1)), 300),
  /** Number of trusted proxies in front of the server that set X-Forwarded-For; 0 for none. */
  TRUST_PROXY: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
})

/** Daily limits of agent replies (turns) and model tokens. */
export interface DailyLimits {
  turns: number
  tokens: number
}

export interface Config {
  port: number
  host: string
  /** Public origin of the panel, without a trailing slash. If null, the origin is localhost with the server's port. */
  publicUrl: string | null
  dataDir: string
  databaseUrl: string | null
  /** URL of the database for the role that owns the tables; null if the role of `databaseUrl` owns them. */
  databaseOwnerUrl: string | null
  /** URL of the Redis server shared by several processes; null for a single process. */
  redisUrl: string | null
  isDemo: boolean
  /**
   * Whether users may sign in to demo accounts, whose passwords are published. Allowed if only this machine can reach the server, or with
   * DEMO=1.
   */
  demoPasswords: 'allowed' | 'refused'
  hasScriptedLeads: boolean
  agentDelayFactor: number
  sessionSecret: Uint8Array
  previousSecret: Uint8Array | null
  corsOrigins: readonly string[]
  smtpUrl: string | null
  mailFrom: string
  google: { clientId: string; clientSecret: string; apiUrl: string; oauthUrl: string | null } | null
  llm: LlmSettings | null
  transcription: TranscribeSettings | null
  /** Currency of all configured prices, and of the costs that a model's endpoint reports. */
  priceCurrency: Currency
  dailyLimits: Readonly<Record<'lead' | 'agent' | 'tenant', DailyLimits>>
  whatsapp: WhatsappSettings
  metricsToken: string | null
  drainSeconds: number
  logLevel: string
  newLeadsPerAddress: number
  /** Maximum number of requests without a session from one IP address in ten seconds. Each process counts separately. */
  anonymousCallsPerAddress: number
  /** Storage quota of one organisation's files, in megabytes. */
  storageQuotaMb: number
  /** S3 bucket for files; null if files are stored in `dataDir`. */
  s3: S3Settings | null
  clamavUrl: string | null
  trustProxy: number
}

/** Reads the configuration from environment variables. @throws ConfigError that names the invalid setting */
export function readConfig(env: Record<string, string | undefined>): Config {
  const definedVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(definedVariables)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Configuração inválida:\n${lines.join('\n')}`)
  }
  const variables = parsed.data
  const dataDir = resolve(variables.DATA_DIR)
  const isDemo = (variables.DEMO ?? (variables.DATABASE_URL ? '0' : '1')) === '1'
  const demoPasswords = variables.DEMO === '1' || findExposingSetting(variables) === null ? 'allowed' : 'refused'
  requireConsistentSettings(variables)
  if (isDemo && demoPasswords === 'refused')
    throw new ConfigError(
      `A demonstração tem senhas que todos conhecem, e ${findExposingSetting(variables)} a abre a outras máquinas. Para uso de verdade, defina DATABASE_URL, PUBLIC_URL e SESSION_SECRET (ou DEMO=0, com o banco embutido); para abrir a demonstração assim mesmo, DEMO=1.`,
    )
  return {
    port: variables.PORT,
    host: variables.HOST,
    publicUrl: variables.PUBLIC_URL ? variables.PUBLIC_URL.replace(/\/$/, '') : null,
    dataDir,
    databaseUrl: variables.DATABASE_URL ?? null,
    databaseOwnerUrl: variables.DATABASE_OWNER_URL ?? null,
    redisUrl: variables.REDIS_URL ?? null,
    isDemo,
    demoPasswords,
    hasScriptedLeads: variables.DEMO_LIFE === '1',
    agentDelayFactor: variables.AGENT_PACE,
    sessionSecret: new TextEncoder().encode(variables.SESSION_SECRET ?? loadOrCreateSecret(dataDir)),
    previousSecret: variables.SESSION_SECRET_PREVIOUS ? new TextEncoder().encode(variables.SESSION_SECRET_PREVIOUS) : null,
    corsOrigins: parseCommaList(variables.CORS_ORIGINS),
    smtpUrl: variables.SMTP_URL ?? null,
    mailFrom: variables.MAIL_FROM,
    google:
      variables.GOOGLE_CLIENT_ID && variables.GOOGLE_CLIENT_SECRET
        ? {
            clientId: variables.GOOGLE_CLIENT_ID,
            clientSecret: variables.GOOGLE_CLIENT_SECRET,
            apiUrl: variables.GOOGLE_API_URL,
            oauthUrl: variables.GOOGLE_OAUTH_URL ?? null,
          }
        : null,
    llm: readLlmSettings(variables),
    transcription: readTranscribeSettings(variables),
    priceCurrency: variables.LLM_PRICE_CURRENCY,
    dailyLimits: {
      lead: { turns: variables.DAILY_TURNS_PER_LEAD, tokens: variables.DAILY_TOKENS_PER_LEAD },
      agent: { turns: variables.DAILY_TURNS_PER_AGENT, tokens: variables.DAILY_TOKENS_PER_AGENT },
      tenant: { turns: variables.DAILY_TURNS_PER_TENANT, tokens: variables.DAILY_TOKENS_PER_TENANT },
    },
    whatsapp: readWhatsappSettings(variables),
    metricsToken: variables.METRICS_TOKEN ?? null,
    drainSeconds: variables.DRAIN_SECONDS,
    // Without DATABASE_URL, the output is a terminal, so only warnings are logged. With DATABASE_URL, log collectors read the output.
    logLevel: variables.LOG_LEVEL ?? (variables.DATABASE_URL ? 'info' : 'warn'),
    newLeadsPerAddress: variables.NEW_LEADS_PER_ADDRESS,
    anonymousCallsPerAddress: variables.ANONYMOUS_CALLS_PER_ADDRESS,
    storageQuotaMb: variables.STORAGE_QUOTA_MB,
    s3: readS3Settings(variables),
    clamavUrl: variables.CLAMAV_URL ?? null,
    trustProxy: variables.TRUST_PROXY,
  }
}

/** Verifies that the settings fit together. @throws ConfigError for a setting that is unsafe or has no effect */
function requireConsistentSettings(env: z.output<typeof environment>): void {
  if (env.REDIS_URL && !env.DATABASE_URL)
    throw new ConfigError('REDIS_URL é para vários processos, e o banco embutido só tem um: defina também DATABASE_URL.')
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_OWNER_URL é de quem é dono do banco de DATABASE_URL: defina também DATABASE_URL.')
  requireModelSettings(env)
  if (env.DATABASE_URL && !env.SESSION_SECRET)
    throw new ConfigError('SESSION_SECRET é obrigatório quando DATABASE_URL está definido (32 caracteres ou mais).')
  if (env.DATABASE_URL && !env.PUBLIC_URL)
    throw new ConfigError(
      'PUBLIC_URL é obrigatório quando DATABASE_URL está definido: o endereço que as pessoas abrem, como https://prosa.exemplo.com. Sem ele, os cookies não seriam Secure e os links dos convites apontariam para esta máquina.',
    )
  if (env.DATABASE_URL && env.PUBLIC_URL && isPlainHttp(env.PUBLIC_URL))
    throw new ConfigError(
      `PUBLIC_URL=${env.PUBLIC_URL} não é HTTPS: senhas e sessões passariam abertas pela rede. Use o endereço https:// que as pessoas abrem.`,
    )
  if (!isLoopback(env.HOST) && !env.PUBLIC_URL)
    throw new ConfigError(
      `HOST=${env.HOST} abre o servidor a outras máquinas, e falta PUBLIC_URL: o endereço que as pessoas abrem, como https://prosa.exemplo.com. Sem ele, os cookies não seriam Secure e os links apontariam para esta máquina.`,
    )
  if (env.SESSION_SECRET && isGuessable(env.SESSION_SECRET))
    throw new ConfigError(
      'SESSION_SECRET é fácil de adivinhar: repete poucos caracteres, ou um mesmo trecho. Use um valor aleatório, como o de "openssl rand -base64 48".',
    )
}

const isPlainHttp = (url: string): boolean => new URL(url).protocol === 'http:' && !isLoopback(new URL(url).hostname)

const MIN_DISTINCT_CHARS = 8

/** Whether a secret has fewer than eight different characters, or repeats one text of at most half its length. */
function isGuessable(secret: string): boolean {
  if (new Set(secret).size < MIN_DISTINCT_CHARS) return true
  for (let period = 1; period <= secret.length / 2; period++) if (secret.startsWith(secret.slice(period))) return true
  return false
}

/** Returns the setting, as `NAME=value`, that makes the server reachable from other machines; null if there is none. */
function findExposingSetting({ HOST, PUBLIC_URL }: { HOST: string; PUBLIC_URL?: string | undefined }): string | null {
  if (!isLoopback(HOST)) return `HOST=${HOST}`
  return PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname) ? `PUBLIC_URL=${PUBLIC_URL}` : null
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)

/**
 * Returns the session secret in the data directory, and creates it if it is missing. The complete file is renamed to its final name, so
 * that a crash leaves no partial secret.
 * @throws ConfigError if the directory cannot be used, or the stored secret is too short
 */
function loadOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (!existsSync(file)) {
      const temporaryFile = `${file}.${process.pid}`
      writeFileSync(temporaryFile, randomBytes(48).toString('base64url'), { mode: 0o600 })
      renameSync(temporaryFile, file)
    }
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length >= SECRET_MIN_CHARS) return secret
  } catch (error) {
    throw new ConfigError(
      `A pasta de dados ${dataDir} não pode ser usada (${(error as { code?: string }).code}). Escolha outra com DATA_DIR.`,
    )
  }
  throw new ConfigError(`O segredo da sessão em ${file} está incompleto. Apague o arquivo: todos entrarão de novo.`)
}
