import type { NumberProblem } from '@prosa/contract/entities/whatsapp/channel'

/** Portuguese texts of all problems of a WhatsApp number, each with the step that solves the problem (1-whatsapp, section 4). */
const PROBLEM_TEXTS = {
  access: {
    severity: 'broken',
    text: () => 'O acesso a este número venceu ou foi retirado.',
    step: { label: 'Reconectar', action: 'reconnect' },
  },
  payment: {
    severity: 'broken',
    text: () => 'A Meta parou os envios por falta de pagamento.',
    step: { label: 'Abrir cobrança', url: 'https://business.facebook.com/billing_hub/accounts' },
  },
  blocked: {
    severity: 'broken',
    text: () => 'A Meta bloqueou a conta.',
    step: { label: 'Ver o motivo', url: 'https://business.facebook.com/business-support-home' },
  },
  unregistered: {
    severity: 'broken',
    text: () => 'O número não está registrado.',
    step: { label: 'Registrar', action: 'register' },
  },
  disconnected: {
    severity: 'broken',
    text: () => 'O celular desconectou este número.',
    step: { label: 'Conectar de novo', action: 'reconnect' },
  },
  /** Meta rejects the messages of the number for a reason without its own problem code. */
  refused: {
    severity: 'broken',
    text: ({ detail }) => `Aviso da Meta: ${detail}`,
    step: { label: 'Ver na Meta', url: 'https://business.facebook.com/latest/whatsapp_manager' },
  },
  unreachable: {
    severity: 'broken',
    text: ({ detail }) => `A Meta não alcança ${detail}.`,
    step: { label: 'Verificar', action: 'check' },
  },
  silent: {
    severity: 'broken',
    text: ({ minutes }) => `A Meta não avisa nada há ${minutes} min.`,
    step: { label: 'Verificar', action: 'check' },
  },
  signature: {
    severity: 'warning',
    text: () => 'Chegam avisos com assinatura errada.',
    step: { label: 'Trocar o segredo', action: 'secret' },
  },
  reported: {
    severity: 'warning',
    text: () => 'Muitas pessoas bloquearam ou denunciaram.',
    step: { label: 'Rever modelos', action: 'templates' },
  },
  limit: {
    severity: 'warning',
    text: () => 'Quase no limite de hoje.',
    step: { label: 'Verificar a empresa', url: 'https://business.facebook.com/settings/security' },
  },
  expiring: {
    severity: 'warning',
    text: ({ detail, at }) => formatExpiry(daysUntil(detail, at)),
    step: { label: 'Reconectar', action: 'reconnect' },
  },
  limited: {
    severity: 'warning',
    text: ({ detail }) => `Aviso da Meta: ${detail}`,
    step: { label: 'Ver na Meta', url: 'https://business.facebook.com/latest/whatsapp_manager' },
  },
  /** Event about the WhatsApp account that Meta reports only once. */
  notice: {
    severity: 'warning',
    text: ({ detail }) => `Aviso da Meta: ${detail}`,
    step: { label: 'Ver na Meta', url: 'https://business.facebook.com/latest/whatsapp_manager' },
  },
} as const satisfies Record<string, ProblemText>

interface ProblemContext {
  detail: string
  /** Minutes since the start of the problem. */
  minutes: number
  at: Date
}

interface ProblemText {
  severity: NumberProblem['severity']
  text: (context: ProblemContext) => string
  step: NumberProblem['step']
}

export type ProblemCode = keyof typeof PROBLEM_TEXTS

/** Problems that stop all outgoing messages of a WhatsApp number (WIRE-15). */
export const STOPPING_PROBLEMS: readonly ProblemCode[] = [
  'access',
  'payment',
  'blocked',
  'unregistered',
  'disconnected',
  'refused',
]

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const daysUntil = (time: string, at: Date): number => Math.max(0, Math.ceil((new Date(time).getTime() - at.getTime()) / DAY_MS))

const formatExpiry = (days: number): string => (days === 1 ? 'O acesso vence em 1 dia.' : `O acesso vence em ${days} dias.`)

const isProblemCode = (code: string): code is ProblemCode => code in PROBLEM_TEXTS

export const getSeverity = (code: string): NumberProblem['severity'] =>
  isProblemCode(code) ? PROBLEM_TEXTS[code].severity : 'warning'

/** Returns a problem of a WhatsApp number with its Portuguese texts. Returns null for an unknown code. */
export function presentProblem(
  { code, detail, since }: { code: string; detail: string | null; since: Date },
  at: Date,
): NumberProblem | null {
  if (!isProblemCode(code)) return null
  const { severity, text, step }: ProblemText = PROBLEM_TEXTS[code]
  const minutes = Math.max(0, Math.floor((at.getTime() - since.getTime()) / MINUTE_MS))
  return { code, severity, text: text({ detail: detail ?? '', minutes, at }), step, since: since.toISOString() }
}

/** Problem for each of Meta's error codes that stop a WhatsApp number. Other such codes map to `refused`. */
const PROBLEM_BY_ERROR_CODE: Readonly<Record<number, ProblemCode>> = {
  0: 'access',
  3: 'access',
  10: 'access',
  190: 'access',
  200: 'access',
  131005: 'access',
  131042: 'payment',
  131031: 'blocked',
  368: 'blocked',
  131045: 'unregistered',
  133000: 'unregistered',
  133006: 'unregistered',
  133010: 'unregistered',
  133015: 'unregistered',
}

export const getProblemByErrorCode = (code: number): ProblemCode => PROBLEM_BY_ERROR_CODE[code] ?? 'refused'
