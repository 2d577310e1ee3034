import { LEAD_SCRIPTS, type LeadScript } from './lead-scripts.ts'

export interface ScriptedLeadPorts {
  /** Receives a message as if the lead had sent it in the web chat. The key identifies the lead. */
  receive(tenantId: string, agentId: string, leadKey: string, content: string): Promise<void>
  /** Resolves after the given milliseconds, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Called for a message that could not be received. The schedule continues. */
  failed(error: unknown): void
  readonly now: () => Date
  /** Returns a random number from 0 up to 1. */
  readonly random: () => number
}

export interface ScriptedMessage {
  readonly afterMs: number
  readonly tenantId: string
  readonly agentId: string
  readonly leadKey: string
  readonly content: string
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Number of leads that write alternately. The others have not started yet or are idle. */
const MAX_ACTIVE_LEADS = 3

interface ScriptedLead {
  readonly script: LeadScript
  readonly leadKey: string
  lines: readonly string[]
  /** Time of the next visit in milliseconds since the start of the schedule. */
  dueAt: number
  spokeAt: number
  visits: number
}

const startNextVisit = (actor: ScriptedLead, at: number): void => {
  const { later } = actor.script
  actor.lines = later[actor.visits % later.length] ?? []
  actor.visits += 1
  actor.dueAt = at
}

/**
 * Generates the scripted leads' messages endlessly, one every 20 to 40 s while a lead is active. A finished lead comes back after 20 to 40
 * minutes. Keys contain the start time, so that a restarted server gets new leads.
 */
export function* generateScriptedMessages({
  now,
  random,
}: {
  now: Date
  random: () => number
}): Generator<ScriptedMessage, never> {
  const between = (from: number, to: number) => Math.round(from + random() * (to - from))
  const started = now.getTime().toString(36)
  const actors: ScriptedLead[] = LEAD_SCRIPTS.map((script) => ({
    script,
    leadKey: `demo-${script.key}-${started}`,
    lines: script.first,
    dueAt: between(0, LEAD_SCRIPTS.length * MINUTE_MS),
    spokeAt: -1,
    visits: 0,
  }))
  let clock = 0
  let talking: ScriptedLead[] = []
  for (;;) {
    let afterMs = between(20 * SECOND_MS, 40 * SECOND_MS)
    const waiting = actors.filter((actor) => !talking.includes(actor)).sort((a, b) => a.dueAt - b.dueAt)
    if (talking.length === 0) afterMs = Math.max(afterMs, (waiting[0]?.dueAt ?? clock) - clock)
    clock += afterMs
    talking = [...talking, ...waiting.filter(({ dueAt }) => dueAt <= clock).slice(0, MAX_ACTIVE_LEADS - talking.length)]
    const actor = talking.toSorted((a, b) => a.spokeAt - b.spokeAt)[0]
    const [content, ...rest] = actor?.lines ?? []
    if (!actor || content === undefined) throw new Error('A scripted lead without words')
    actor.lines = rest
    actor.spokeAt = clock
    if (rest.length === 0) {
      startNextVisit(actor, clock + between(20 * MINUTE_MS, 40 * MINUTE_MS))
      talking = talking.filter((other) => other !== actor)
    }
    yield { afterMs, tenantId: actor.script.tenantId, agentId: actor.script.agentId, leadKey: actor.leadKey, content }
  }
}

/** Sends the scripted leads' messages until the signal aborts. */
export const runScriptedLeads = async (ports: ScriptedLeadPorts, signal: AbortSignal): Promise<void> => {
  for (const step of generateScriptedMessages({ now: ports.now(), random: ports.random })) {
    if (signal.aborted) return
    await ports.wait(step.afterMs, signal)
    if (signal.aborted) return
    try {
      await ports.receive(step.tenantId, step.agentId, step.leadKey, step.content)
    } catch (error) {
      ports.failed(error)
    }
  }
}
