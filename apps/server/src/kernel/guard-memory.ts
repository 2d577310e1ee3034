import * as z from 'zod/mini'
import type { JsonObject } from './json.ts'

const moment = z.iso.datetime()

/** Why somebody was in danger; the numbers that were told stand in the guard's rules. */
export const DANGER_SIGNS = ['childAtRisk', 'partnerViolence', 'violence', 'despair', 'emergency', 'fire'] as const
export type DangerSign = (typeof DANGER_SIGNS)[number]

/**
 * What the guard of a conversation remembers of its lead, whichever engine or agent answers: it outlives the engines' own memory, and
 * two conversations that are joined (docs/sale/2-agents.md, section 1).
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

/** The guard's part of what a conversation kept in any format; what cannot be read is clear. Danger without a moment began just now. */
export function guardOf(kept: unknown, now: Date): GuardMemory {
  const own = z.object({ guard: guardMemory }).safeParse(kept)
  if (own.success) return own.data.guard
  const old = beforeFormat2.safeParse(kept)
  if (!old.success) return { kind: 'clear' }
  const { stopped, called, facts = {} } = old.data
  // A danger took an older wish for silence back: where both stand, the wish is the newer.
  if (stopped) return { kind: 'stopped' }
  if (facts.urgent) return { kind: 'danger', sign: facts.urgent, since: facts.urgentAt ?? now.toISOString() }
  if (facts.handedOver) return { kind: 'awaiting_person', since: facts.handedOver, reason: called ?? '' }
  return { kind: facts.mayStop ? 'asked_whether_to_stop' : 'clear' }
}

const whenOf = (guard: GuardMemory): string => ('since' in guard ? guard.since : '')

/** What two conversations kept, as one: the memory of the first, with the graver guard of both, of two equal ones the newer. */
export function joinMemories(ours: JsonObject | null, theirs: JsonObject | null, now: Date): JsonObject | null {
  const [a, b] = [guardOf(ours, now), guardOf(theirs, now)]
  const isTheirs = GRAVITY[b.kind] > GRAVITY[a.kind] || (b.kind === a.kind && whenOf(b) > whenOf(a))
  return isTheirs ? { ...ours, guard: b } : ours
}
