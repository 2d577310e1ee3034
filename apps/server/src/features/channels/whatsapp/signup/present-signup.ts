import type { SignupStepName, WhatsappSignup } from '@prosa/contract/entities/whatsapp-signup'
import type { NumberRow } from '../numbers.ts'
import { ASK_PIN } from '../register-number.ts'
import type { SignupRow } from './signups.ts'

const ORDER: readonly SignupRow['step'][] = ['begun', 'returned', 'granted', 'kept', 'subscribed', 'done']
const NAMES = ['meta', 'access', 'number', 'webhook', 'registration'] as const satisfies readonly SignupStepName[]

/** Milliseconds without a change after which the process counts as interrupted: the lifetime of a code, and Meta's timeout. */
const AT_WORK_MS = 30_000
const CUT_OFF = 'A ligação parou aqui.'
const LATE = 'A janela da Meta ficou aberta por mais de 60 minutos.'

/** Converts a row to the contract's format, without the access token (NUM-07). */
export function presentSignup(row: SignupRow, number: NumberRow | null, at: Date): WhatsappSignup {
  const isOnPhone = (number?.mode ?? row.mode) === 'coexistence'
  const failure = failureOf(row, at)
  const reached = ORDER.indexOf(row.step)
  const names = NAMES.filter((name) => name !== 'registration' || !isOnPhone)
  const firstMessageAt = row.step === 'done' ? (number?.firstMessageAt ?? null) : null
  return {
    id: row.id,
    agent_id: row.agentId,
    mode: isOnPhone ? 'coexistence' : 'api',
    history_days: row.historyDays,
    number_id: row.numberId,
    display_number: number?.displayNumber ?? null,
    steps: [
      ...names.map((name, place) => ({
        name,
        ...(place < reached
          ? { state: 'done' as const }
          : place === reached && failure !== null
            ? { state: 'failed' as const, reason: failure }
            : { state: 'waiting' as const }),
      })),
      {
        name: 'message',
        state: firstMessageAt ? 'done' : 'waiting',
        ...(firstMessageAt ? { at: firstMessageAt.toISOString() } : {}),
      },
    ],
    next: nextOf(row, failure),
    expires_at: row.expiresAt.toISOString(),
    created_at: row.createdAt.toISOString(),
  }
}

function failureOf({ step, failure, expiresAt, updatedAt }: SignupRow, at: Date): string | null {
  if (step === 'done') return null
  if (step === 'begun') return expiresAt > at ? null : LATE
  return failure ?? (at.getTime() - updatedAt.getTime() > AT_WORK_MS ? CUT_OFF : null)
}

function nextOf({ step }: SignupRow, failure: string | null): WhatsappSignup['next'] {
  if (step === 'begun') return 'window'
  if (failure === null) return null
  if (step === 'returned') return 'window'
  return failure === ASK_PIN ? 'pin' : 'continue'
}
