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

/** Verifies that endpoints and model names are configured together. @throws ConfigError if one of the two is missing (HEAR-01) */
export function requireModelSettings(e: ModelEnvironment): void {
  if (Boolean(e.LLM_BASE_URL) !== Boolean(e.LLM_MODEL))
    throw new ConfigError('LLM_BASE_URL e LLM_MODEL só valem juntos: defina os dois, ou nenhum.')
  if (Boolean(e.TRANSCRIBE_BASE_URL) !== Boolean(e.TRANSCRIBE_MODEL))
    throw new ConfigError('TRANSCRIBE_BASE_URL e TRANSCRIBE_MODEL só valem juntos: defina os dois, ou nenhum.')
  if (e.LLM_MODELS && !e.LLM_MODEL) throw new ConfigError('LLM_MODELS só vale com LLM_MODEL: defina também o modelo do servidor.')
}

/** Returns the settings of the language model; null if none is configured. */
export function readLlmSettings(e: ModelEnvironment): LlmSettings | null {
  if (!e.LLM_BASE_URL || !e.LLM_MODEL) return null
  const { LLM_INPUT_PRICE: input, LLM_OUTPUT_PRICE: output } = e
  return {
    baseUrl: e.LLM_BASE_URL,
    apiKey: e.LLM_API_KEY ?? null,
    model: e.LLM_MODEL,
    models: [...new Set([e.LLM_MODEL, ...parseCommaList(e.LLM_MODELS)])],
    prices: input === undefined || output === undefined ? null : { input, output },
    vision: e.LLM_VISION,
  }
}

/** Returns the settings of the speech-to-text service; null if none is configured. */
export function readTranscribeSettings(e: ModelEnvironment): TranscribeSettings | null {
  if (!e.TRANSCRIBE_BASE_URL || !e.TRANSCRIBE_MODEL) return null
  return {
    baseUrl: e.TRANSCRIBE_BASE_URL,
    apiKey: e.TRANSCRIBE_API_KEY ?? null,
    model: e.TRANSCRIBE_MODEL,
    price: e.TRANSCRIBE_PRICE ?? null,
  }
}
