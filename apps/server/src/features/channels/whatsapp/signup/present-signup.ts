import type { SignupStepName, WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import type { WhatsAppNumberRow } from '../numbers/numbers.ts'
import { PIN_REQUIRED_TEXT } from '../numbers/register-number.ts'
import type { SignupRow } from './signups.ts'

const STEP_ORDER: readonly SignupRow['step'][] = ['begun', 'returned', 'granted', 'kept', 'subscribed', 'done']
const STEP_NAMES = ['meta', 'access', 'number', 'webhook', 'registration'] as const satisfies readonly SignupStepName[]

/** Milliseconds without a change after which a sign-up counts as interrupted. Longer than a running step can take. */
const INTERRUPTED_AFTER_MS = 30_000
const INTERRUPTED_REASON = 'A ligação parou aqui.'
const EXPIRED_REASON = 'A janela da Meta ficou aberta por mais de 60 minutos.'

/**
 * Converts a sign-up to the API format, without the access token (NUM-07).
 * @param number the connected WhatsApp number, null before it is stored
 */
export function presentSignup(row: SignupRow, number: WhatsAppNumberRow | null, at: Date): WhatsappSignup {
  const isOnPhone = (number?.mode ?? row.mode) === 'coexistence'
  const failure = getFailure(row, at)
  const currentIndex = STEP_ORDER.indexOf(row.step)
  const names = STEP_NAMES.filter((name) => name !== 'registration' || !isOnPhone)
  const firstMessageAt = row.step === 'done' ? (number?.firstMessageAt ?? null) : null
  return {
    id: row.id,
    agent_id: row.agentId,
    mode: isOnPhone ? 'coexistence' : 'api',
    history_days: row.historyDays,
    number_id: row.numberId,
    display_number: number?.displayNumber ?? null,
    steps: [
      ...names.map((name, index) => ({
        name,
        ...(index < currentIndex
          ? { state: 'done' as const }
          : index === currentIndex && failure !== null
            ? { state: 'failed' as const, reason: failure }
            : { state: 'waiting' as const }),
      })),
      {
        name: 'message',
        state: firstMessageAt ? 'done' : 'waiting',
        ...(firstMessageAt ? { at: firstMessageAt.toISOString() } : {}),
      },
    ],
    next: getNextAction(row, failure),
    expires_at: row.expiresAt.toISOString(),
    created_at: row.createdAt.toISOString(),
  }
}

function getFailure({ step, failure, expiresAt, updatedAt }: SignupRow, at: Date): string | null {
  if (step === 'done') return null
  if (step === 'begun') return expiresAt > at ? null : EXPIRED_REASON
  return failure ?? (at.getTime() - updatedAt.getTime() > INTERRUPTED_AFTER_MS ? INTERRUPTED_REASON : null)
}

function getNextAction({ step }: SignupRow, failure: string | null): WhatsappSignup['next'] {
  if (step === 'begun') return 'window'
  if (failure === null) return null
  if (step === 'returned') return 'window'
  return failure === PIN_REQUIRED_TEXT ? 'pin' : 'continue'
}
