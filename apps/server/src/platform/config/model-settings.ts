import { ConfigError } from './config-error.ts'

export interface LlmSettings {
  baseUrl: string
  apiKey: string | null
  /** Default model of the server. */
  model: string
  /** All models that an agent may use; the default model is the first. */
  models: readonly string[]
  /** Prices of a million tokens; null if unknown. */
  prices: { input: number; output: number } | null
  /** Whether images are sent to the model: '1' always, '0' never, 'auto' until the model rejects an image. */
  vision: 'auto' | '0' | '1'
}

export interface TranscribeSettings {
  baseUrl: string
  apiKey: string | null
  model: string
  /** Price of one transcribed minute; null if unknown. */
  price: number | null
}

interface ModelEnvironment {
  LLM_BASE_URL?: string | undefined
  LLM_API_KEY?: string | undefined
  LLM_MODEL?: string | undefined
  LLM_MODELS: string
  LLM_INPUT_PRICE?: number | undefined
  LLM_OUTPUT_PRICE?: number | undefined
  LLM_VISION: LlmSettings['vision']
  TRANSCRIBE_BASE_URL?: string | undefined
  TRANSCRIBE_API_KEY?: string | undefined
  TRANSCRIBE_MODEL?: string | undefined
  TRANSCRIBE_PRICE?: number | undefined
}

/** Splits a comma-separated list into trimmed, non-empty items. */
export const parseCommaList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

/** Verifies that each endpoint is configured together with a model name. @throws ConfigError if only one of them is set (HEAR-01) */
export function requireModelSettings(env: ModelEnvironment): void {
  if (Boolean(env.LLM_BASE_URL) !== Boolean(env.LLM_MODEL))
    throw new ConfigError('LLM_BASE_URL e LLM_MODEL só valem juntos: defina os dois, ou nenhum.')
  if (Boolean(env.TRANSCRIBE_BASE_URL) !== Boolean(env.TRANSCRIBE_MODEL))
    throw new ConfigError('TRANSCRIBE_BASE_URL e TRANSCRIBE_MODEL só valem juntos: defina os dois, ou nenhum.')
  if (env.LLM_MODELS && !env.LLM_MODEL)
    throw new ConfigError('LLM_MODELS só vale com LLM_MODEL: defina também o modelo do servidor.')
}

/** Returns the settings of the language model; null if none is configured. */
export function readLlmSettings(env: ModelEnvironment): LlmSettings | null {
  if (!env.LLM_BASE_URL || !env.LLM_MODEL) return null
  const { LLM_INPUT_PRICE: input, LLM_OUTPUT_PRICE: output } = env
  return {
    baseUrl: env.LLM_BASE_URL,
    apiKey: env.LLM_API_KEY ?? null,
    model: env.LLM_MODEL,
    models: [...new Set([env.LLM_MODEL, ...parseCommaList(env.LLM_MODELS)])],
    prices: input === undefined || output === undefined ? null : { input, output },
    vision: env.LLM_VISION,
  }
}

/** Returns the settings of the speech-to-text service; null if none is configured. */
export function readTranscribeSettings(env: ModelEnvironment): TranscribeSettings | null {
  if (!env.TRANSCRIBE_BASE_URL || !env.TRANSCRIBE_MODEL) return null
  return {
    baseUrl: env.TRANSCRIBE_BASE_URL,
    apiKey: env.TRANSCRIBE_API_KEY ?? null,
    model: env.TRANSCRIBE_MODEL,
    price: env.TRANSCRIBE_PRICE ?? null,
  }
}
