import * as z from 'zod/mini'
import type { JsonObject } from '../json/json.ts'

const isoDateTime = z.iso.datetime()

/** Kinds of danger that the guard detects in a lead's messages. Each has its own emergency phone numbers. */
export const DANGER_SIGNS = ['childAtRisk', 'partnerViolence', 'violence', 'despair', 'emergency', 'fire'] as const
export type DangerSign = (typeof DANGER_SIGNS)[number]

/**
 * State of the guard in each conversation. The guard detects danger, opt-outs and requests for a human. The state is kept when a
 * conversation's agent changes or two conversations are merged (docs/sale/2-agents.md, section 1).
 */
export const guardMemory = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('clear') }),
  z.object({ kind: z.literal('asked_whether_to_stop') }),
  z.object({ kind: z.literal('stopped') }),
  z.object({ kind: z.literal('danger'), sign: z.enum(DANGER_SIGNS), since: isoDateTime }),
  z.object({ kind: z.literal('awaiting_person'), since: isoDateTime, reason: z.string() }),
])
export type GuardMemory = z.infer<typeof guardMemory>

const SEVERITY: Readonly<Record<GuardMemory['kind'], number>> = {
  clear: 0,
  asked_whether_to_stop: 1,
  awaiting_person: 2,
  stopped: 3,
  danger: 4,
}

/** Returns the guard's state from a conversation's stored memory; 'clear' if the memory contains no valid state. */
export function parseGuardMemory(memory: unknown): GuardMemory {
  const parsed = z.object({ guard: guardMemory }).safeParse(memory)
  return parsed.success ? parsed.data.guard : { kind: 'clear' }
}

const getSince = (guard: GuardMemory): string => ('since' in guard ? guard.since : '')

/** Returns `ours` with the more serious guard state of two conversations, or the newer one of two equal states. */
export function mergeGuardMemories(ours: JsonObject | null, theirs: JsonObject | null): JsonObject | null {
  const [a, b] = [parseGuardMemory(ours), parseGuardMemory(theirs)]
  const isTheirsMoreSerious = SEVERITY[b.kind] > SEVERITY[a.kind] || (b.kind === a.kind && getSince(b) > getSince(a))
  return isTheirsMoreSerious ? { ...ours, guard: b } : ours
}
