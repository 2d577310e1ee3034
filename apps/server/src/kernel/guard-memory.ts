import * as z from 'zod/mini'
import type { JsonObject } from './json.ts'

const moment = z.iso.datetime()

/** Reasons why someone was in danger; the emergency numbers for each are in the guard's rules. */
export const DANGER_SIGNS = ['childAtRisk', 'partnerViolence', 'violence', 'despair', 'emergency', 'fire'] as const
export type DangerSign = (typeof DANGER_SIGNS)[number]

/**
 * State that the guard of a conversation stores about its lead, for all engines and agents. It is kept when an engine's memory is reset and
 * when two conversations are merged (docs/sale/2-agents.md, section 1).
 */
export const guardMemory = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('clear') }),
  z.object({ kind: z.literal('asked_whether_to_stop') }),
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('danger'), sign: z.enum(DANGER_SIGNS), since: moment }),
  z.object({ kind: z.literal('awaiting_person'), since: moment, reason: z.string() }),
])
export type GuardMemory = z.infer<typeof guardMemory>

const GRAVITY: Readonly<Record<GuardMemory['kind'], number>> = {
  clear: 0,
  asked_whether_to_stop: 1,
  awaiting_person: 2,
  stopped: 3,
  danger: 4,
}

const beforeFormat2 = z.object({
  stopped: z.optional(z.boolean()),
  called: z.optional(z.nullable(z.string())),
  facts: z.optional(
    z.object({
      urgent: z.optional(z.enum(DANGER_SIGNS)),
      urgentAt: z.optional(moment),
      handedOver: z.optional(moment),
      mayStop: z.optional(z.string()),
    }),
  ),
})

/**
 * Returns the guard's state from a conversation's memory of any format; 'clear' if it cannot be parsed. A danger without a time counts as
 * started now.
 */
export function guardOf(kept: unknown, now: Date): GuardMemory {
  const own = z.object({ guard: guardMemory }).safeParse(kept)
  if (own.success) return own.data.guard
  const old = beforeFormat2.safeParse(kept)
  if (!old.success) return { kind: 'clear' }
  const { stopped, called, facts = {} } = old.data
  // In this format, a danger revoked an earlier request to stop: if both are set, the request is newer.
  if (stopped) return { kind: 'stopped' }
  if (facts.urgent) return { kind: 'danger', sign: facts.urgent, since: facts.urgentAt ?? now.toISOString() }
  if (facts.handedOver) return { kind: 'awaiting_person', since: facts.handedOver, reason: called ?? '' }
  return { kind: facts.mayStop ? 'asked_whether_to_stop' : 'clear' }
}

const whenOf = (guard: GuardMemory): string => ('since' in guard ? guard.since : '')

/**
 * Merges the memories of two conversations: returns `ours` with the more serious guard state of both, or the newer one if they are equal.
 */
export function joinMemories(ours: JsonObject | null, theirs: JsonObject | null, now: Date): JsonObject | null {
  const [a, b] = [guardOf(ours, now), guardOf(theirs, now)]
  const isTheirs = GRAVITY[b.kind] > GRAVITY[a.kind] || (b.kind === a.kind && whenOf(b) > whenOf(a))
  return isTheirs ? { ...ours, guard: b } : ours
}
